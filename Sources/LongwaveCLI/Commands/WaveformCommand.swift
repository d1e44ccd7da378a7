import ArgumentParser
import LongwaveTerminal

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

    /// Reads the source, and writes its waveform as a picture in the format of the target's suffix.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let (source, target, width, height) = (source, target, width, height)
        let duration = try RadioSession.run(.silent) { radio in
            let waveform = try await Asset(source, radio: radio).waveform(width: width)
            try (WaveformDrawing(path: target) ?? .png).write(waveform, height: height, to: target)
            return waveform.duration
        }
        output.done("written: \(target), \(PlayerWords.clock(duration))")
    }
}
