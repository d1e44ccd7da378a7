import Longwave

/// A policy of a player, by name.
public enum PolicyName: String, Sendable, CaseIterable {
    case listener, kiosk

    var policy: PlaybackPolicy {
        switch self {
        case .listener: .listener
        case .kiosk: .kiosk
        }
    }
}
