import ArgumentParser
import Glibc
import Longwave
import RadioJSON

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

struct ShowConfig: Command {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Prints every setting, and where its value comes from.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    /// Prints each setting with its value and the source of the value: the default, the settings file or an environment
    /// variable.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let environment = Configuration(environment: Environment.value)
        var inFile = Configuration()
        let file = ConfigurationFile.usual
        switch file?.read() {
        case .missing?, nil: break
        case .read(let configuration)?: inFile = configuration
        case .refused?: if let file { return try file.check(output) }
        }
        let document = Self.document(ConfigurationDocument.settings(environment: environment, file: inFile))
        output.list { document.text($0, charset: output.charset, width: $1) }
    }

    static func document(_ shown: [ConfigurationDocument.Setting]) -> ListDocument {
        ListDocument(
            name: "setting", objects: shown.map(\.json), columns: ["section", "key", "value", "from", "meaning"],
            rows: shown.map { [$0.section, $0.key, $0.value, $0.source, $0.meaning] },
            tableColumns: ["key", "from", "value"], tableRows: shown.map { [$0.path, $0.source, $0.value] })
    }
}

struct CheckConfig: Command {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Prints the errors in a configuration file, with their lines.",
        discussion: "Exit codes: 0 no errors; 66 file not found; 78 errors found.")

    @Argument(
        help: ArgumentHelp("File to check. (default: ~/.config/longwave/config.toml)", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var file: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        try ConfigurationFile.found(at: file).check(output)
    }
}

struct ConfigPath: Command {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Prints the path of the file.")

    var settings: PrintSettings { PrintSettings() }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        OutputSink.writeAll(STDOUT_FILENO, try ConfigurationFile.found().path + "\n")
    }
}

struct ConfigExample: Command {
    static let configuration = CommandConfiguration(
        commandName: "example", abstract: "Prints a file with every key, explained and commented out.",
        discussion: """
            Create your own file: longwave config example > "$(longwave config path)"
            """)

    var settings: PrintSettings { PrintSettings() }

    func perform(_ output: ReportOutput) { OutputSink.writeAll(STDOUT_FILENO, ConfigurationDocument.example) }
}

extension ConfigurationFile {
    /// Returns the settings file at a path; the user's own file if the path is nil.
    fileprivate static func found(at path: String? = nil) throws(CommandFailure) -> ConfigurationFile {
        if let file = path.map({ ConfigurationFile(path: $0) }) ?? usual { return file }
        throw CommandFailure(
            code: .fileMissing, sentence: "No folder for the file: set HOME or XDG_CONFIG_HOME.")
    }

    /// Checks the settings file, and prints that it has no errors. Throws if the file has errors or is missing.
    fileprivate func check(_ output: ReportOutput) throws(CommandFailure) {
        switch read() {
        case .missing:
            throw CommandFailure(
                code: .fileMissing, sentence: "File not found: \(path).",
                hints: ["\"longwave config example\" prints one to start with."])
        case .read(let configuration):
            output.done("\(path) has no errors.")
            for remark in configuration.keys.remarks { output.done(remark) }
        case .refused(let problems):
            let sentences = sentences(problems)
            throw CommandFailure(
                code: .badConfiguration, sentence: sentences[0], hints: Array(sentences.dropFirst()))
        }
    }
}
