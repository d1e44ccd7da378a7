import Longwave
import RadioLoop
import RadioProbe

/// The command `longwave probe`: connects to an address and reports what its server sends.
struct ProbeAction {
    /// The station, the address or the file to examine.
    let what: String
    /// How long the probe receives sound, counted from the first sound.
    let duration: Duration
    /// The path of the file to which the body of the server's last response is written; nil to write no file.
    let capture: String?
    let maximumBytes: Int
    let charset: String?
    let hls: HlsSettings
    let libraries: [String]
    let settings: PrintSettings

    /// Creates the command from its options.
    init(
        what: String, duration: Duration, capture: String?, maximumBytes: Int, charset: String?, hls: HlsSettings,
        libraries: [String], settings: PrintSettings
    ) {
        self.what = what
        self.duration = duration
        self.capture = capture
        self.maximumBytes = maximumBytes
        self.charset = charset
        self.hls = hls
        self.libraries = libraries
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(probe) }

    /// Analyses the address of ``what`` and prints the report. Throws if no sound was found, or if the file ``capture``
    /// could not be written.
    private func probe(_ output: ReportOutput) throws(CommandFailure) {
        let target = try ProbeTarget.find(
            what, in: LibraryReader(asked: libraries), asks: StationQuestion.canAsk(settings))
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
        var request = ProbeRequest(url: target.url, listening: duration, maximumBytes: maximumBytes)
        request.stream.headers = target.station?.headers ?? [:]
        request.stream.headerHosts = target.station?.headerHosts ?? []
        request.stream.hls = hls
        request.charset = charset ?? target.station?.charset
        request.stationName = target.station?.name
        return request
    }
}
