import ArgumentParser
// The two ways to end a command: with its action's exit code, or with an error before the action runs.
import Longwave

extension ParsableCommand {
    /// Ends the program with an exit code. Returns if the code is 0.
    func end(with code: Int32) throws {
        if code != 0 { throw ExitCode(code) }
    }
}

extension ParsableArguments {
    /// Throws a validation error with this text, which says what is wrong with the command line; does nothing if it is
    /// nil.
    func refuse(_ problem: String?) throws {
        if let problem { throw ValidationError(problem) }
    }
}
