import ArgumentParser
import Longwave
import RadioLoop
import RadioProbe

struct ProbeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Analyses a station or address, and reports its properties and problems.",
        discussion: """
            Accepts the same words as "longwave play". For a station the command analyses the first address. For an \
            address in your lists it uses the settings of that station. "longwave inspect" reports more about a file.

            The command connects as the player does, follows redirects and lists, and decodes a few seconds of sound. \
            It needs no sound server. \(Documents.path("FORMATS.md")) describes the fields. The exit codes are those \
            of play.
            """)

    @Argument(
        help: ArgumentHelp("Station, address or file to analyse.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String]

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Receives this many seconds after the first sound.", valueName: "seconds"))
    var duration = 3.0

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Writes the last response (headers and raw bytes) to a file for \"longwave inspect\".", valueName: "file"),
        completion: .file())
    var capture: String?

    @Option(
        name: .long, help: ArgumentHelp("Ends after this many MiB, even before the time is over.", valueName: "MiB"))
    var limit = 64

    @Option(
        name: .long, help: ArgumentHelp("Charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @OptionGroup(title: "Variants") var hls: HlsOptions

    @OptionGroup(title: "Stations") var library: LibraryOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !TimeSpan.isUsable(duration) { throw ValidationError("--for must be a number of seconds above 0.") }
        if !(1...65_536).contains(limit) { throw ValidationError("--limit must be from 1 to 65536 MiB.") }
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
    }

    var settings: PrintSettings { format.settings }

    /// Analyses the address and prints the report. Throws if no sound was found, or if the file ``capture``
    /// could not be written.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let target = try ProbeTarget.find(
            words.joined(separator: " "), in: LibraryReader(asked: library.library),
            asks: StationQuestion.canAsk(settings))
        let loop = try EventLoop.ofCommand()
        let run = try ProbeRun(request(of: target), capture: capture, on: loop)
        run.start()
        loop.run()
        guard let report = run.report else {
            throw CommandFailure(code: .unavailable, sentence: "The analysis did not finish.")
        }
        let document = report.document(of: target.station, capture: run.kept)
        var rows = ReportRows()
        rows.add(document + ReportWords.of(report, of: target), as: ReportRows.probe)
        output.show(rows, json: document)
        if let failure = run.captureFailure {
            throw CommandFailure(code: .cannotWrite, sentence: "The capture could not be written: \(failure).")
        }
        if let error = report.error { throw CommandFailure(code: ExitCode(error), sentence: error.sentence) }
    }

    private func request(of target: ProbeTarget) -> ProbeRequest {
        var request = ProbeRequest(url: target.url, listening: .seconds(duration), maximumBytes: limit << 20)
        request.stream.headers = target.station?.headers ?? [:]
        request.stream.headerHosts = target.station?.headerHosts ?? []
        request.stream.hls = hls.settings
        request.charset = charset ?? target.station?.charset
        request.stationName = target.station?.name
        return request
    }
}
