import ArgumentParser
import Longwave
import RadioConsole

struct WaveformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waveform", abstract: "Draw the sound of a file.",
        discussion: """
            The kind of drawing is that of the new name: .png, .svg or .json. Each column has the lowest and the highest sample of all \
            channels, and the root mean square. An existing file is never replaced. See \(Documents.path("EXPORT.md")).
            """)

    @Argument(help: ArgumentHelp("What is read.", valueName: "file|url"), completion: .file())
    var source: String

    @Argument(help: ArgumentHelp("The drawing.", valueName: "file"), completion: .file())
    var target: String

    @Option(name: .long, help: ArgumentHelp("Columns.", valueName: "number"))
    var width = 1000

    @Option(name: .long, help: ArgumentHelp("Rows of a picture.", valueName: "number"))
    var height = 200

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard WaveformAction.isDrawing(target) else {
            throw ValidationError("\(target) should end in .png, .svg or .json.")
        }
        guard WaveformAction.widths.contains(width), WaveformAction.heights.contains(height) else {
            throw ValidationError(
                "A drawing has 1 to \(WaveformAction.widths.upperBound) columns and 1 to \(WaveformAction.heights.upperBound) rows."
            )
        }
    }

    func run() throws {
        let action = WaveformAction(
            source: source, target: target, width: width, height: height, settings: format.settings)
        try end(with: action.run())
    }
}
