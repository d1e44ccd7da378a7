import ArgumentParser
import Longwave

struct WaveformCommand: ParsableCommand {
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
        guard WaveformAction.isDrawing(target) else {
            throw ValidationError("\(target) must end in .png, .svg or .json.")
        }
        guard WaveformAction.widths.contains(width), WaveformAction.heights.contains(height) else {
            let (columns, rows) = (WaveformAction.widths.upperBound, WaveformAction.heights.upperBound)
            throw ValidationError("--width must be from 1 to \(columns), and --height from 1 to \(rows).")
        }
    }

    func run() throws {
        let action = WaveformAction(
            source: source, target: target, width: width, height: height, settings: format.settings)
        try end(with: action.run())
    }
}
