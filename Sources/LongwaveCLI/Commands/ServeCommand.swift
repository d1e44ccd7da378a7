import ArgumentParser
import LongwaveDesktop
import LongwaveTerminal

struct ServeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the shared player, which \"longwave ctl\" controls.",
        discussion: """
            The shared player runs without a terminal. When it starts, it restores its last station, queue, volume and \
            state. It is silent while "longwave play" plays. See \(Documents.path("OPERATOR.md")).
            """)

    @Flag(
        name: .long,
        help: "Installs a systemd unit that starts the shared player when you log in; shows the unit and asks first.")
    var install = false

    @Flag(name: .long, help: "With --install or --uninstall: a unit for the whole computer, which needs no login.")
    var system = false

    @Flag(name: .long, help: "Stops the shared player, and removes the unit that --install wrote.")
    var uninstall = false

    @Flag(name: .long, help: "With --install or --uninstall: does not ask.")
    var yes = false

    @OptionGroup var player: PlayerOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Folder for recordings. (default: Longwave in your music folder)", valueName: "folder"),
        completion: .directory)
    var recordings: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Plays a programme of the settings at the start.", valueName: "name"))
    var programme: String?

    @Option(
        name: .long, defaultAsFlag: MPDAddress.usual,
        help: ArgumentHelp(
            "Serves clients of MPD, the Music Player Daemon, at this address and port. (default: 127.0.0.1:6600)",
            valueName: "address:port"))
    var mpd: MPDAddress?

    @OptionGroup(title: "Other devices") var web: WebOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if install, uninstall { throw ValidationError("--install and --uninstall cannot be combined.") }
        if system || yes, !install, !uninstall {
            throw ValidationError("--system and --yes need --install or --uninstall.")
        }
        if recordings?.isEmpty == true { throw ValidationError("--recordings needs a folder.") }
    }

    var settings: PrintSettings { format.settings }

    /// Runs the shared player or, with `--install` or `--uninstall`, installs or removes its service.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        if install || uninstall {
            // The other options on the command line become options of the installed service's `longwave serve`.
            let action = InstallServiceAction(
                isSystem: system, arguments: ServiceArguments.kept(of: CommandLine.arguments), asks: !yes)
            return try install ? action.install(output) : action.uninstall(output)
        }
        var options = player.configuration(\.serve)
        hls.apply(to: &options)
        web.apply(to: &options)
        options.mpd.listen = mpd
        options.recording.recordings = recordings
        var runner = PlayRunner(
            PlayerSettings(options: options, kind: .shared, output: player.sound.choice), settings)
        var shared = SharedPlayer.Options()
        shared.program = "longwave \(Version.current)"
        shared.state = UserFolders(environment: Environment.folders).state.map { $0 + "/player.json" }
        shared.schedule = ScheduleFile.usual(environment: Environment.folders)?.path
        shared.programme = programme
        shared.volume = runner.session.radio.volume
        runner.service = shared
        let configuration = runner.session.configuration
        runner.remote.http = configuration.http.options
        (runner.remote.mpd, runner.remote.mqtt) = (configuration.mpdOptions, configuration.mqttOptions)
        try runner.run { _, _, _ in }
    }
}
