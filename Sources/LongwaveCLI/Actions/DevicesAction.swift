import Longwave

/// The command `longwave devices`: prints the sound server's output devices.
struct DevicesAction {
    let settings: PrintSettings

    init(settings: PrintSettings) {
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(list) }

    /// Prints the output devices. Throws if the sound server does not answer.
    private func list(_ output: ReportOutput) throws(CommandFailure) {
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
