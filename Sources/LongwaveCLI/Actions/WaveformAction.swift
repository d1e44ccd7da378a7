import Glibc
import LongwaveTerminal
import RadioHTTP
import RadioLoop

/// The command `longwave waveform`: draws the loudness of sound over time as a picture.
struct WaveformAction {
    let source: String
    let target: String
    let width: Int
    let height: Int
    let settings: PrintSettings

    init(source: String, target: String, width: Int, height: Int, settings: PrintSettings) {
        self.source = source
        self.target = target
        self.width = width
        self.height = height
        self.settings = settings
    }

    /// Whether the path has a suffix of a supported picture format.
    static func isDrawing(_ path: String) -> Bool { WaveformDrawing(path: path) != nil }
    static var widths: ClosedRange<Int> { 1...Waveform.maximumWidth }
    static var heights: ClosedRange<Int> { 1...WaveformDrawing.maximumHeight }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(draw) }

    /// Reads the source on a new event loop, and writes its waveform as a picture in the format of the target's suffix.
    private func draw(_ output: ReportOutput) throws(CommandFailure) {
        let loop = try EventLoop.ofCommand()
        let pool: TransferPool
        do { pool = try TransferPool(loop: loop) } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
        var ended: Result<Waveform, ExportError>?
        let reader = WaveformReader(loop: loop, pool: pool, source: source, width: width) { result in
            ended = result
            pool.shutDown()
            loop.stop()
        }
        let signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { _ in reader.cancel() }
        reader.start()
        loop.run()
        signals?.cancel()
        do throws(ExportError) {
            guard let waveform = try ended?.get() else { throw .cancelled }
            try (WaveformDrawing(path: target) ?? .png).write(waveform, height: height, to: target)
            output.done("written: \(target), \(PlayerWords.clock(waveform.duration))")
        } catch {
            guard error != .cancelled else { throw CommandFailure(.interrupted) }
            throw CommandFailure(
                code: ExitCode(error), sentence: error.sentence, hints: error.remedy.map { [$0] } ?? [])
        }
    }
}
