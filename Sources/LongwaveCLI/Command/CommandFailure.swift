import Glibc
import Longwave

/// Why a command failed: a code for the shell, a sentence for people, and hints.
struct CommandFailure: Error, Hashable {
    var code: ExitCode
    var sentence: String
    var hints: [String] = []

    /// The lines to print: the sentence and the hints. Empty for a failure that prints nothing.
    var lines: [String] { ([sentence] + hints).filter { !$0.isEmpty } }
}

extension CommandFailure {
    /// Creates a failure that prints nothing, because the reason was already printed or needs no message.
    init(_ code: ExitCode) { self.init(code: code, sentence: "") }

    /// Creates the failure for a file that cannot be read.
    /// - Parameter number: the value of `errno`.
    init(unreadable path: String, _ number: Int32) {
        let words = "\(path): \(String(cString: strerror(number)))"
        self.init(code: ExitCode(StreamError.fileUnreadable(words)), sentence: "\(words).")
    }

    init(_ error: RadioError) {
        // The error message shows stations with their numbers in the library. From now on, `longwave play NUMBER` means
        // a station of the library, not a result of the last search.
        if case .ambiguous = error { LastFound(environment: Environment.folders).leave() }
        self.init(code: ExitCode(error), sentence: error.sentence, hints: error.hints)
    }

    init(_ error: StationLibraryError) { self.init(code: ExitCode(error), sentence: error.sentence) }

    /// Creates the failure for a file that the library cannot write or change for the listener.
    init(notWritten error: RadioError) {
        self.init(error)
        if case .listener = error { code = .cannotWrite }
    }
}

extension Result where Failure == RadioError {
    /// This result with its error converted to a ``CommandFailure``.
    var forCommand: Result<Success, CommandFailure> { mapError { CommandFailure($0) } }
}
