import ArgumentParser
import Glibc
import LongwaveTerminal
import RadioHTTP
import RadioLoop

struct WaveformCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "waveform", abstract: "Draws the waveform of a sound file.",
        discussion: """
            The new file's suffix chooses the format: .png, .svg or .json. Each column has the lowest and the highest \
            sample of all channels, and their root mean square. The command never replaces an existing file. See \
            \(Documents.path("CLI.md")).
            """)

    @Argument(help: ArgumentHelp("Sound file to read.", valueName: "file|url"), completion: .file())
    var source: String

    @Argument(help: ArgumentHelp("New file to write.", valueName: "file"), completion: .file())
    var target: String

    @Option(name: .long, help: ArgumentHelp("Number of columns.", valueName: "number"))
    var width = 1000

    @Option(name: .long, help: ArgumentHelp("Number of rows, for .png and .svg.", valueName: "number"))
    var height = 200

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard WaveformDrawing(path: target) != nil else {
            throw ValidationError("\(target) must end in .png, .svg or .json.")
        }
        let (columns, rows) = (Waveform.maximumWidth, WaveformDrawing.maximumHeight)
        guard (1...columns).contains(width), (1...rows).contains(height) else {
            throw ValidationError("--width must be from 1 to \(columns), and --height from 1 to \(rows).")
        }
    }

    var settings: PrintSettings { format.settings }

    /// Reads the source on a new event loop, and writes its waveform as a picture in the format of the target's suffix.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
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
