import ArgumentParser
// How a command ends: with the exit code of what it did, or before it did anything.
import Longwave

extension ParsableCommand {
    /// Ends the program with an exit code; returns where there is nothing to say to the shell.
    func end(with code: Int32) throws {
        if code != 0 { throw ExitCode(code) }
    }
}

extension ParsableArguments {
    /// Refuses the command line where something is wrong with it.
    func refuse(_ problem: String?) throws {
        if let problem { throw ValidationError(problem) }
    }
}
