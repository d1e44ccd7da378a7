import ArgumentParser
import Longwave

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices that sound can be played on.",
        discussion: """
            A table on a terminal, tsv elsewhere. The names, or patterns of names and descriptions, are what \
            play --device takes.
            """)

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let answer: Result<[OutputDevice], AudioOutputError>?
        do { answer = try DeviceQuery.ask() } catch { throw output.fail(.unavailable, "\(error).") }
        switch answer {
        case .success(let devices):
            guard !format.quiet else { return }
            output.list { DevicePrinter(charset: output.charset, width: $1).text(devices, $0) }
        case .failure(let error): throw output.fail(.unavailable, error.sentence)
        case nil: throw output.fail(.unavailable, "The sound server could not be asked.")
        }
    }
}
