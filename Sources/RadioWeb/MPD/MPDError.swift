import Longwave

/// A refusal in MPD's protocol: `ACK [error@place] {command} message`.
package struct MPDError: Error, Hashable {
    /// The kind of the refusal, as numbered by MPD (`src/protocol/Ack.hxx`).
    package enum Code: Int, Hashable, Sendable {
        case argument = 2
        case password = 3
        case permission = 4
        case unknown = 5
        case missing = 50
        case queueFull = 51
        case system = 52
        case notPlaying = 55
        case exists = 56
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: PlayerCommandError) {
        let code: Code =
            switch error.code {
            case "queueFull": .queueFull
            case "noSuchEntry", "noPlaylist", "noStation": .missing
            case "wrongParameters": .argument
            case "cannotSeek", "noTitle": .notPlaying
            default: .system
            }
        self.init(code, error.sentence)
    }

    static let badIndex = MPDError(.argument, "Bad song index")
    static let noSong = MPDError(.missing, "No such song")
    static let noPlaylist = MPDError(.missing, "No such playlist")
    static let notPlaying = MPDError(.notPlaying, "Not playing")
}
