import Glibc
import Longwave

/// Why a command cannot do what it was asked for: a code for the shell, a sentence for a person, and what may help.
struct CommandFailure: Error, Hashable {
    var code: ExitCode
    var sentence: String
    var hints: [String] = []
}

extension CommandFailure {
    /// Everything is said already.
    init(_ code: ExitCode) { self.init(code: code, sentence: "") }

    /// - Parameter number: `errno`.
    init(unreadable path: String, _ number: Int32) {
        let words = "\(path): \(String(cString: strerror(number)))"
        self.init(code: ExitCode(StreamError.fileUnreadable(words)), sentence: words)
    }

    init(_ error: RadioError) {
        // From now on a number is one of those that are shown.
        if case .ambiguous = error { LastFound(environment: Environment.folders).leave() }
        self.init(code: ExitCode(error), sentence: error.sentence, hints: error.hints)
    }

    init(_ error: StationLibraryError) { self.init(code: ExitCode(error), sentence: error.sentence) }

    /// Why a list could not be written or changed.
    init(notWritten error: StationLibraryError) {
        if case .unreadable(let path, let reason) = error {
            self.init(code: .cannotWrite, sentence: "\(path) cannot be written: \(reason).")
        } else {
            self.init(error)
        }
    }
}

extension Result where Failure == RadioError {
    /// The same as a command says it.
    var forCommand: Result<Success, CommandFailure> { mapError(CommandFailure.init) }
}
