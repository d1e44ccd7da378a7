import ArgumentParser
import Longwave

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Shows and checks the settings in ~/.config/longwave/config.toml.",
        discussion: """
            An option on the command line overrides the environment. The environment overrides the file. A running \
            player reads the file again when it changes. A player ignores a file that has an error. \
            \(Documents.path("CONFIGURATION.md")) describes every key. \(Documents.path("OPERATOR.md")) describes hooks, \
            which are programs that a player runs on events.
            """,
        subcommands: [ShowConfig.self, CheckConfig.self, ConfigPath.self, ConfigExample.self],
        defaultSubcommand: ShowConfig.self)
}

struct ShowConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Prints every setting, and where its value comes from.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ConfigAction(.show, settings: format.settings).run()) }
}

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Prints the errors in a configuration file, with their lines.",
        discussion: "Exit codes: 0 no errors; 66 file not found; 78 errors found.")

    @Argument(
        help: ArgumentHelp("File to check. (default: ~/.config/longwave/config.toml)", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var file: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ConfigAction(.check(file), settings: format.settings).run()) }
}

struct ConfigPath: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Prints the path of the file.")

    func run() throws { try end(with: ConfigAction(.path).run()) }
}

struct ConfigExample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example", abstract: "Prints a file with every key, explained and commented out.",
        discussion: """
            Create your own file: longwave config example > "$(longwave config path)"
            """)

    func run() throws { try end(with: ConfigAction(.example).run()) }
}
