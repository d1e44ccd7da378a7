import ArgumentParser
import Glibc
import Longwave
import RadioProbe

struct InspectCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Prints what a file or a captured stream contains.",
        discussion: """
            A capture is a file from "longwave probe --capture". It begins with the server's response headers, and \
            their icy-metaint locates the metadata. The command uses the same parsers as the player. \
            \(Documents.path("FORMATS.md")) describes the fields.
            """)

    @Argument(help: ArgumentHelp("File to inspect; - reads standard input.", valueName: "file|-"), completion: .file())
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Reads the file as this kind. icy is the text of one metadata block; titles are raw titles or blocks, one \
            per line. (default: by the file's content)
            """,
            valueName: KindName.allCases.map(\.rawValue).joined(separator: "|")))
    var kind: KindName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Bytes of sound between two metadata blocks; 0 means no metadata. (default: from the response headers)",
            valueName: "bytes"))
    var metaint: Int?

    @Option(
        name: .long, help: ArgumentHelp("Charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Name of the station; titles that only repeat the name are ignored.", valueName: "name"))
    var station: String?

    @OptionGroup(title: "Encrypted segments") var encryption: KeyOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func validate() throws {
        if let metaint, !(0...IcySplitter.maximumMetaint).contains(metaint) {
            throw ValidationError("--metaint must be from 0 to \(IcySplitter.maximumMetaint) bytes.")
        }
    }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        if kind == .titles { try readTitles(output) } else { try inspect(output) }
    }

    /// Reads lines with one raw title or ICY metadata block each, and prints a line of JSON for each of them. Ignores
    /// empty lines and the chosen output format.
    private func readTitles(_ output: ReportOutput) throws(CommandFailure) {
        let isASCII = output.charset == .ascii
        var lines = TitleLines(charset: charset, station: [station].compactMap(\.self))
        let code = TitleLines.eachLine(of: file, maximum: TitleLines.maximumLine) { line in
            guard let node = lines.json(line) else { return }
            OutputSink.writeAll(STDOUT_FILENO, node.text(isASCII: isASCII) + "\n")
        }
        if code != 0 { throw CommandFailure(unreadable: file, code) }
    }

    /// Analyses ``file``, and prints the report.
    private func inspect(_ output: ReportOutput) throws(CommandFailure) {
        let reader = InspectionReader(
            kind?.form ?? .stream(nil), metaint: metaint, charset: charset, stationName: station,
            cipher: try encryption.settings.cipher())
        do throws(StreamError) {
            if file == "-" {
                try reader.read(descriptor: STDIN_FILENO, named: "standard input")
            } else {
                try reader.read(path: file)
            }
        } catch {
            let isAddress = file.hasPrefix("http://") || file.hasPrefix("https://")
            throw CommandFailure(
                code: ExitCode(error), sentence: error.sentence,
                hints: isAddress ? ["\"longwave probe\" analyses an address."] : [])
        }
        let inspection = reader.finish()
        if let failure = inspection.encryption?.failure {
            let sentence = "\(file) cannot be decrypted: \(KeySettings.words(failure))."
            throw CommandFailure(code: .notPlayable, sentence: sentence)
        }
        let document = inspection.document(file: file)
        var rows = ReportRows()
        rows.add(document + ReportWords.of(inspection), as: ReportRows.inspection)
        output.show(rows, json: document)
    }
}
