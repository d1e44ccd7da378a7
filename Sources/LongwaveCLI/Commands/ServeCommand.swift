import ArgumentParser
import Longwave
import RadioConsole

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "The shared player: plays on without a terminal, and obeys longwave ctl.",
        discussion: """
            It comes back as it was: with the station, the queue, the volume, and whether it played. While "longwave \
            play" sounds it is silent. \(Documents.path("SERVICE.md")) has all of it.
            """)

    @Flag(
        name: .long, help: "Show a unit of systemd that starts it when you log in, and install that after a question.")
    var install = false

    @Flag(name: .long, help: "With --install or --uninstall: for the machine, whoever is logged in.")
    var system = false

    @Flag(name: .long, help: "Stop it, and remove what --install has written.")
    var uninstall = false

    @Flag(name: .long, help: "With --install or --uninstall: without a question.")
    var yes = false

    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Directory") var directory: KeptDirectoryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where recordings go. Longwave in your folder for music unless told.", valueName: "folder"),
        completion: .directory)
    var recordings: String?

    @Flag(inversion: .prefixedNo, help: "Show a notification of the desktop for each title that is heard.")
    var notify: Bool?

    @OptionGroup(title: "Titles") var history: HistoryOptions
    @OptionGroup(title: "Titles") var scrobbling: ScrobbleOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if install, uninstall { throw ValidationError("--install and --uninstall contradict.") }
        if system || yes, !install, !uninstall {
            throw ValidationError("--system and --yes want --install or --uninstall.")
        }
        if recordings?.isEmpty == true { throw ValidationError("--recordings wants a folder.") }
    }

    func run() throws {
        if install || uninstall {
            // Options behind --install are those of the service.
            let action = InstallServiceAction(
                isSystem: system, arguments: ServiceArguments.kept(of: CommandLine.arguments), asks: !yes)
            return try end(with: install ? action.install() : action.uninstall())
        }
        var options = Configuration()
        sound.apply(to: &options, \.serve)
        hls.apply(to: &options)
        library.apply(to: &options)
        directory.apply(to: &options)
        history.apply(to: &options)
        scrobbling.apply(to: &options)
        options.rules = rules.rules
        options.recording.recordings = recordings
        options.notifies = notify
        let action = ServeAction(output: sound.choice, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
