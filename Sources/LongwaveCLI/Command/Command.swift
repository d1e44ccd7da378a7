import ArgumentParser
import Longwave

/// A command of the program, with the options that its properties declare.
protocol Command: ParsableCommand {
    /// How the command prints its results.
    var settings: PrintSettings { get }
    /// Carries the command out.
    /// - Throws: ``CommandFailure``, or a `ValidationError` if the options are used in a wrong way.
    func perform(_ output: ReportOutput) throws
}

extension Command {
    /// Carries the command out. If it fails, prints the failure's sentence and hints to stderr, and ends the program
    /// with the failure's exit code.
    func run() throws {
        let output = ReportOutput(settings)
        do { try perform(output) } catch let failure as CommandFailure {
            failure.lines.forEach(output.say)
            throw ArgumentParser.ExitCode(failure.code.rawValue)
        }
    }
}

extension ParsableArguments {
    /// Throws a validation error with this text, which says what is wrong with the command line; does nothing if it is
    /// nil.
    func refuse(_ problem: String?) throws {
        if let problem { throw ValidationError(problem) }
    }
}
