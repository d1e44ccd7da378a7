import Longwave

/// Which of the two players: what they do differently unless told otherwise.
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
