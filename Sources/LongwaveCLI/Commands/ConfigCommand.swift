import ArgumentParser
import Longwave
import RadioConsole

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "What is settled once and for all: ~/.config/longwave/config.toml.",
        discussion: """
            Without a subcommand: longwave config show. An option on the command line goes before the environment, that before \
            the file. Players that run read a changed file again; one with anything wrong in it changes nothing. \
            \(Documents.path("CONFIGURATION.md")) has every key, \(Documents.path("HOOKS.md")) programs that are run when \
            something happens.
            """,
        subcommands: [ShowConfig.self, CheckConfig.self, ConfigPath.self, ConfigExample.self],
        defaultSubcommand: ShowConfig.self)
}

struct ShowConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Every setting as it holds, and where it comes from.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ConfigAction(.show, settings: format.settings).run()) }
}

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with a file, by line.",
        discussion: "Exit codes: 0 nothing is wrong; 66 there is no such file; 78 something is.")

    @Argument(
        help: ArgumentHelp("Instead of your own.", valueName: "file"), completion: .file(extensions: ["toml"]))
    var file: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ConfigAction(.check(file), settings: format.settings).run()) }
}

struct ConfigPath: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Print where the file is read.")

    func run() throws { try end(with: ConfigAction(.path).run()) }
}

struct ConfigExample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example", abstract: "Print a file with every key, each explained and commented out.",
        discussion: "longwave config example > \"$(longwave config path)\" begins your own.")

    func run() throws { try end(with: ConfigAction(.example).run()) }
}
