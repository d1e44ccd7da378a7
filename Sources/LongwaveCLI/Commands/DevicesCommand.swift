import ArgumentParser
import Longwave

struct DevicesCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists the sound devices.",
        discussion: """
            Prints a table on a terminal, and tsv elsewhere. The option --device of play accepts a name from this \
            list, or a pattern of a name or description.
            """)

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    /// Prints the output devices. Throws if the sound server does not answer.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let answer: Result<[OutputDevice], AudioOutputError>?
        do { answer = try DeviceQuery.ask() } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
        switch answer {
        case .success(let devices):
            guard !settings.isQuiet else { return }
            output.list { DevicePrinter(charset: output.charset, width: $1).text(devices, $0) }
        case .failure(let error): throw CommandFailure(code: .unavailable, sentence: error.sentence)
        case nil: throw CommandFailure(code: .unavailable, sentence: "The sound server did not answer.")
        }
    }
}
