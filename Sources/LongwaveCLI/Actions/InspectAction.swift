import Glibc
import Longwave
import RadioProbe

/// The command `longwave inspect`: analyses a file of sound, titles or a list.
struct InspectAction {
    /// The path of the file to analyse; `-` is standard input.
    let file: String
    /// The kind of file; nil to recognise it by the first bytes.
    let kind: KindName?
    let metaint: Int?
    let charset: String?
    /// The name of the station whose titles the file contains; nil if it is not known.
    let station: String?
    let key: KeySettings
    let settings: PrintSettings

    init(
        file: String, kind: KindName?, metaint: Int?, charset: String?, station: String?, key: KeySettings,
        settings: PrintSettings
    ) {
        self.file = file
        self.kind = kind
        self.metaint = metaint
        self.charset = charset
        self.station = station
        self.key = key
        self.settings = settings
    }

    /// The largest accepted metaint: the number of sound bytes between two ICY metadata blocks.
    static let maximumMetaint = IcySplitter.maximumMetaint

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(kind == .titles ? readTitles : inspect) }

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
            cipher: try key.cipher())
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
