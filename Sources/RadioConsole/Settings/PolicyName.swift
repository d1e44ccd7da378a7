import Longwave

/// The name of a policy, which says how long a player keeps trying when a station or the output fails.
public enum PolicyName: String, Sendable, CaseIterable {
    case listener, kiosk

    var policy: PlaybackPolicy {
        switch self {
        case .listener: .listener
        case .kiosk: .kiosk
        }
    }
}
