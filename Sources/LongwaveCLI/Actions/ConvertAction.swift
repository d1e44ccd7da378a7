import Glibc
import LongwaveTerminal
import RadioHTTP
import RadioLoop

/// The command `longwave convert`: writes sound in another format to a file.
struct ConvertAction {
    let request: ExportRequest
    let settings: PrintSettings

    init(_ request: ExportRequest, settings: PrintSettings) {
        self.request = request
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(convert) }

    /// Converts the source of ``request`` on a new event loop, and shows the progress in percent. At the end, prints
    /// the path and the duration of the written file.
    private func convert(_ output: ReportOutput) throws(CommandFailure) {
        let loop = try EventLoop.ofCommand()
        let pool: TransferPool
        do { pool = try TransferPool(loop: loop) } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
        let line = ProgressLine(loop: loop, isQuiet: settings.isQuiet)
        var ended: Result<Duration, ExportError>?
        let run = ExportRun(loop: loop, pool: pool, request) { result in
            ended = result
            pool.shutDown()
            loop.stop()
        }
        var shown = -1
        run.onProgress = { at, length in
            guard let length, length > .zero else { return }
            let percent = Int(min(max(at.seconds / length.seconds, 0), 1) * 100)
            if percent != shown { line.show("\(percent) % of \(PlayerWords.clock(length.duration))") }
            shown = percent
        }
        let signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { _ in run.cancel() }
        run.start()
        loop.run()
        signals?.cancel()
        line.leave()
        switch ended {
        case .success(let duration):
            output.done("written: \(request.target), \(PlayerWords.clock(duration))")
        case .failure(.cancelled): throw CommandFailure(.interrupted)
        case .failure(let error):
            throw CommandFailure(
                code: ExitCode(error), sentence: error.sentence, hints: error.remedy.map { [$0] } ?? [])
        case nil: throw CommandFailure(code: .unavailable, sentence: "The conversion did not finish.")
        }
    }
}
