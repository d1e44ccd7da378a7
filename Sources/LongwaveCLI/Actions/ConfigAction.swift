import Glibc
import Longwave
import RadioJSON

/// The command `longwave config`: shows the settings, and checks the settings file.
struct ConfigAction {
    /// The subcommand of `config`, which says what the command does.
    enum Task: Hashable, Sendable {
        case show
        /// Checks the settings file at a path; nil for the user's own file.
        case check(String?)
        case path
        case example
    }

    let task: Task
    let settings: PrintSettings

    init(
        _ task: Task, settings: PrintSettings = PrintSettings(format: nil, isQuiet: false, isVerbose: false)
    ) {
        self.task = task
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(carryOut) }

    private func carryOut(_ output: ReportOutput) throws(CommandFailure) {
        switch task {
        case .show: try show(output)
        case .check(let path?): try check(ConfigurationFile(path: path), output)
        case .check(nil): try check(usual(), output)
        case .path: OutputSink.writeAll(STDOUT_FILENO, try usual().path + "\n")
        case .example: OutputSink.writeAll(STDOUT_FILENO, ConfigurationDocument.example)
        }
    }

    private func usual() throws(CommandFailure) -> ConfigurationFile {
        if let file = ConfigurationFile.usual { return file }
        throw CommandFailure(
            code: .fileMissing, sentence: "No folder for the file: set HOME or XDG_CONFIG_HOME.")
    }

    /// Checks a settings file, and prints that it has no errors. Throws if the file has errors or is missing.
    private func check(_ file: ConfigurationFile, _ output: ReportOutput) throws(CommandFailure) {
        switch file.read() {
        case .missing:
            throw CommandFailure(
                code: .fileMissing, sentence: "File not found: \(file.path).",
                hints: ["\"longwave config example\" prints one to start with."])
        case .read(let configuration):
            output.done("\(file.path) has no errors.")
            for remark in configuration.keys.remarks { output.done(remark) }
        case .refused(let problems):
            let sentences = file.sentences(problems)
            throw CommandFailure(
                code: .badConfiguration, sentence: sentences[0], hints: Array(sentences.dropFirst()))
        }
    }

    /// Prints each setting with its value and the source of the value: the default, the settings file or an environment
    /// variable.
    private func show(_ output: ReportOutput) throws(CommandFailure) {
        let environment = Configuration(environment: Environment.value)
        var inFile = Configuration()
        let file = ConfigurationFile.usual
        switch file?.read() {
        case .missing?, nil: break
        case .read(let configuration)?: inFile = configuration
        case .refused?: if let file { return try check(file, output) }
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
