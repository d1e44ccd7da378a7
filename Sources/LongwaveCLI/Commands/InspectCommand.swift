import ArgumentParser
import CLinux
import Glibc
import Longwave

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Say what a file or capture holds, without playing it.",
        discussion: """
            A capture may begin with the head of an answer, as `probe --capture` writes it: then metadata is found by its \
            icy-metaint. The parsers are those that play. Fields: \(Documents.path("INSPECT.md")).
            """)

    @Argument(help: ArgumentHelp("What to look at; - is standard input.", valueName: "file|-"), completion: .file())
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Take it for this, whatever it looks like; icy is the text of one metadata block, titles are raw titles or blocks, one a line.",
            valueName: KindName.allCases.map(\.rawValue).joined(separator: "|")))
    var kind: KindName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Bytes of sound between two metadata blocks, instead of what a head says; 0: there are none.",
            valueName: "bytes"))
    var metaint: Int?

    @Option(
        name: .long, help: ArgumentHelp("The charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What the station is called: a title that says no more than that is none.", valueName: "name"))
    var station: String?

    @OptionGroup(title: "Encrypted segments") var encryption: KeyOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if let metaint, !(0...IcySplitter.maximumMetaint).contains(metaint) {
            throw ValidationError("--metaint goes from 0 to \(IcySplitter.maximumMetaint).")
        }
    }

    /// A line of JSON for each line, whatever the format: there is no other.
    private func readTitles(_ output: ReportOutput) throws {
        let isASCII = output.charset == .ascii
        var lines = TitleLines(charset: charset, station: [station].compactMap(\.self))
        let code = TitleLines.eachLine(of: file, maximum: TitleLines.maximumLine) { line in
            guard let node = lines.json(line) else { return }
            OutputSink.writeAll(STDOUT_FILENO, node.text(isASCII: isASCII) + "\n")
        }
        guard code != 0 else { return }
        let words = "\(file): \(String(cString: strerror(code)))"
        throw output.fail(ExitCode(StreamError.fileUnreadable(words)), words)
    }

    func run() throws {
        let output = ReportOutput(format: format)
        if kind == .titles { return try readTitles(output) }
        let cipher: SegmentPlan.Cipher?
        do throws(CommandFailure) { cipher = try encryption.cipher() } catch {
            throw output.fail(error.code, error.sentence)
        }
        let reader = InspectionReader(
            kind?.form ?? .stream(nil), metaint: metaint, charset: charset, stationName: station, cipher: cipher)
        do throws(StreamError) {
            if file == "-" {
                try reader.read(descriptor: STDIN_FILENO, named: "standard input")
            } else {
                try reader.read(path: file)
            }
        } catch {
            throw output.fail(ExitCode(error), error.sentence)
        }
        let inspection = reader.finish()
        if let failure = inspection.encryption?.failure {
            throw output.fail(.notPlayable, "\(file) cannot be decrypted: \(KeyOptions.words(failure)).")
        }
        var rows = ReportRows()
        rows.add(inspection)
        rows.add("problem", inspection.report.problems.map { "\($0)" })
        output.show(rows, json: InspectionJSON.document(inspection, file: file))
    }
}
