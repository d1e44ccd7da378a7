import Glibc
import Longwave

/// Why a command failed: a code for the shell, a sentence for people, and hints.
struct CommandFailure: Error, Hashable {
    var code: ExitCode
    var sentence: String
    var hints: [String] = []
}

extension CommandFailure {
    /// A failure whose reason was printed already.
    init(_ code: ExitCode) { self.init(code: code, sentence: "") }

    /// A file that cannot be read.
    /// - Parameter number: the value of `errno`.
    init(unreadable path: String, _ number: Int32) {
        let words = "\(path): \(String(cString: strerror(number)))"
        self.init(code: ExitCode(StreamError.fileUnreadable(words)), sentence: words)
    }

    init(_ error: RadioError) {
        // The message shows numbers of the list, so a number no longer means a place in the last search.
        if case .ambiguous = error { LastFound(environment: Environment.folders).leave() }
        self.init(code: ExitCode(error), sentence: error.sentence, hints: error.hints)
    }

    init(_ error: StationLibraryError) { self.init(code: ExitCode(error), sentence: error.sentence) }

    /// A list that cannot be written or changed.
    init(notWritten error: StationLibraryError) {
        if case .unreadable(let path, let reason) = error {
            self.init(code: .cannotWrite, sentence: "\(path) cannot be written: \(reason).")
        } else {
            self.init(error)
        }
    }
}

extension Result where Failure == RadioError {
    /// The same result with the error as a command's failure.
    var forCommand: Result<Success, CommandFailure> { mapError(CommandFailure.init) }
}
