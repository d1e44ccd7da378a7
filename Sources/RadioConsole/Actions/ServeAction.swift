import Glibc
import LongwaveDesktop
import LongwaveTerminal

/// The command `longwave serve`: runs the shared player of this user until the program is stopped.
public struct ServeAction {
    let output: OutputChoice
    let options: Configuration
    let settings: PrintSettings

    public init(output: OutputChoice, options: Configuration, settings: PrintSettings) {
        self.output = output
        self.options = options
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(serve) }

    /// Runs the shared player until the program is stopped. Throws if there is no folder for the player's socket.
    private func serve(_ output: ReportOutput) throws(CommandFailure) {
        guard let socket = ControlSocket.place(environment: Environment.value) else {
            throw CommandFailure(
                code: .unavailable, sentence: "No folder for the socket of the shared player.",
                hints: ["Log in, which sets XDG_RUNTIME_DIR, or set LONGWAVE_SOCKET to the socket's path."])
        }
        let player = PlayerSettings(options: options, kind: .shared, output: self.output)
        var runner = PlayRunner(player, settings)
        runner.service = SharedPlayer.Settings(
            program: "longwave \(Version.current)", socket: socket,
            state: UserFolders(environment: Environment.folders).state.map { $0 + "/player.json" },
            volume: runner.sound.volume, commands: player.configuration.commands)
        try runner.run { _, _, _ in }
    }
}
