import Longwave

/// The name of a playback policy, which says how long a player tries again after a station or the output has failed.
enum PolicyName: String, Sendable, CaseIterable {
    case listener, kiosk

    var policy: PlaybackPolicy {
        switch self {
        case .listener: .listener
        case .kiosk: .kiosk
        }
    }
}
