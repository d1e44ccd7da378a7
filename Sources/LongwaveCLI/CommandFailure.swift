import Longwave
import RadioHTTP

/// The program's own, not the argument parser's.
typealias ExitCode = Longwave.ExitCode

/// Why a command cannot do what it was asked for: a code for the shell, a sentence for a person, and what may help.
struct CommandFailure: Error, Hashable {
    var code: ExitCode
    var sentence: String
    var hints: [String] = []
}

extension CommandFailure {
    init(_ error: RadioError) {
        // From now on a number is one of those that are shown.
        if case .ambiguous = error { LastFound(environment: Environment.folders).leave() }
        self.init(code: ExitCode(error), sentence: error.sentence, hints: error.hints)
    }

    init(_ error: StationLibraryError) { self.init(code: ExitCode(error), sentence: error.sentence) }
}

extension Result where Failure == RadioError {
    /// The same as a command says it.
    var forCommand: Result<Success, CommandFailure> { mapError(CommandFailure.init) }
}
