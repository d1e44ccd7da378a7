import Longwave

/// Whether a player is a private or the shared player. The two kinds have different settings and defaults.
enum PlayerKind: Sendable {
    case privatePlayer, shared

    var front: KeyPath<Configuration, Configuration.Front> {
        switch self {
        case .privatePlayer: \.play
        case .shared: \.serve
        }
    }

    var usualPolicy: PolicyName {
        switch self {
        case .privatePlayer: .listener
        case .shared: .kiosk
        }
    }
}
