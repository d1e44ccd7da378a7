import Glibc
import LongwaveDesktop
import LongwaveTerminal

/// The command `longwave serve`: runs the shared player of this user until the program is stopped.
struct ServeAction {
    let output: OutputChoice
    let options: Configuration
    let settings: PrintSettings

    init(output: OutputChoice, options: Configuration, settings: PrintSettings) {
        self.output = output
        self.options = options
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(serve) }

    /// Runs the shared player until the program is stopped.
    private func serve(_ output: ReportOutput) throws(CommandFailure) {
        let player = PlayerSettings(options: options, kind: .shared, output: self.output)
        var runner = PlayRunner(player, settings)
        var shared = SharedPlayer.Options()
        shared.program = "longwave \(Version.current)"
        shared.state = UserFolders(environment: Environment.folders).state.map { $0 + "/player.json" }
        shared.volume = runner.session.radio.volume
        runner.service = shared
        try runner.run { _, _, _ in }
    }
}
