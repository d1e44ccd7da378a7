import Longwave

/// The name of a policy, which says how patient a player is.
public enum PolicyName: String, Sendable, CaseIterable {
    case listener, kiosk

    var policy: PlaybackPolicy {
        switch self {
        case .listener: .listener
        case .kiosk: .kiosk
        }
    }
}
