import RadioAudio
import RadioPlayer

/// Why a command is not carried out.
public struct PlayerCommandError: ExplainedError, Hashable {
    /// The error's name, such as `noStation`. It stays the same in later versions.
    public var code: String
    /// A sentence that says why the command is not carried out. It may contain text from servers and stations.
    public var sentence: String
    /// Advice for the user, such as a command to try, in separate lines.
    package var hints: [String] = []
    /// The exit code of the `longwave` command whose request was refused.
    package var exitCode: ExitCode

    public var remedy: String? { hints.isEmpty ? nil : hints.joined(separator: "\n") }

    package init(_ code: String, _ sentence: String, hints: [String] = [], exitCode: ExitCode = .unavailable) {
        self.code = code
        self.sentence = sentence
        self.hints = hints
        self.exitCode = exitCode
    }

    package init(_ error: RadioError) {
        self.init(error.code, error.sentence, hints: error.hints, exitCode: ExitCode(error))
    }

    package init(_ error: SeekError) { self.init("cannotSeek", error.sentence) }

    package init(_ error: AudioOutputError) { self.init(RadioError.playback(.output(error))) }

    package init(_ error: AnnouncementError) {
        switch error {
        case .failed(let error): self.init(RadioError.playback(error))
        case .noOutput: self.init("noEffect", "This output cannot play two sounds at once.", exitCode: .ended)
        case .tooMany(let count): self.init("tooManyAnnouncements", "\(count) announcements wait already.")
        case .stopped: self.init("superseded", "The sound was stopped before the announcement.", exitCode: .ended)
        }
    }

    package init(_ error: RecordingError) { self.init(error.code, error.sentence) }

    package static func wrongParameters(_ sentence: String) -> PlayerCommandError {
        PlayerCommandError("wrongParameters", sentence, exitCode: .usage)
    }

    package static func unknownMethod(_ method: String) -> PlayerCommandError {
        PlayerCommandError("unknownMethod", "Unknown method \"\(method)\".", exitCode: .usage)
    }

    static let queueFull = PlayerCommandError("queueFull", "The queue is full.")
    static let noSuchDevice = PlayerCommandError("noSuchDevice", "The sound server has no such device.")
    static func noSuchEqualiser(_ text: String) -> PlayerCommandError {
        PlayerCommandError(
            "noSuchEqualiser", "\"\(text)\" is neither a preset nor an equaliser such as \"bass=+3,1k=-2\".",
            exitCode: .usage)
    }
    /// The command would change nothing, for a reason in words.
    static func noEffect(_ sentence: String) -> PlayerCommandError {
        PlayerCommandError("noEffect", sentence, exitCode: .ended)
    }
    static let superseded = PlayerCommandError("superseded", "Another command came first.", exitCode: .ended)
    static let noSuchEntry = PlayerCommandError(
        "noSuchEntry", "The queue has no such entry.", exitCode: .notPlayable)
}
