import Longwave

/// How patient a player is, by name.
public enum PolicyName: String, Sendable, CaseIterable {
    case listener, kiosk

    var policy: PlaybackPolicy {
        switch self {
        case .listener: .listener
        case .kiosk: .kiosk
        }
    }
}
