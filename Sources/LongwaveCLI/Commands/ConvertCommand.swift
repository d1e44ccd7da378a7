import ArgumentParser
import Longwave
import RadioConsole

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Write a sound file, or a part of it, as another file.",
        discussion: """
            The kind of file is that of the new name: .wav, .flac, .opus, .ogg (Opus) or .mp3. With --passthrough the packets are \
            copied as they are and cut to a packet; else the cut is exact to the sample. Tags are those of the source unless told. An \
            existing file is never replaced, and nothing is left where it does not end. See \(Documents.path("EXPORT.md")).
            """)

    @Argument(help: ArgumentHelp("What is read.", valueName: "file|url"), completion: .file())
    var source: String

    @Argument(help: ArgumentHelp("The new file.", valueName: "file"), completion: .file())
    var target: String

    @Flag(name: .long, help: "Copy the packets; nothing is encoded again.")
    var passthrough = false

    @Option(name: .long, help: ArgumentHelp("Begin there.", valueName: "seconds|1:02.5"))
    var from: TimePosition?

    @Option(name: .long, help: ArgumentHelp("End there.", valueName: "seconds|1:02.5"))
    var to: TimePosition?

    @Option(name: .long, help: ArgumentHelp("Let the sound rise for so long.", valueName: "seconds"))
    var fadeIn: Double?

    @Option(name: .long, help: ArgumentHelp("Let it sink at the end for so long, 30 at most.", valueName: "seconds"))
    var fadeOut: Double?

    @Option(name: .long, help: ArgumentHelp("The tag.", valueName: "text"))
    var title: String?
    @Option(name: .long, help: ArgumentHelp("The tag.", valueName: "text"))
    var artist: String?
    @Option(name: .long, help: ArgumentHelp("The tag.", valueName: "text"))
    var album: String?
    @Option(name: .long, help: ArgumentHelp("The tag.", valueName: "year|date"))
    var date: String?
    @Option(name: .long, help: ArgumentHelp("The tag.", valueName: "text"))
    var comment: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !passthrough, ExportPreset(path: target) == nil {
            throw ValidationError("\(target) should end in .wav, .flac, .opus, .ogg or .mp3, or give --passthrough.")
        }
        if let from, let to, from.time >= to.time { throw ValidationError("--to is not after --from.") }
        for fade in [fadeIn, fadeOut] {
            if let fade, !(0...30).contains(fade) { throw ValidationError("A fade takes 0 to 30 seconds.") }
        }
        if passthrough, fadeIn != nil || fadeOut != nil {
            throw ValidationError("Packets that are copied cannot fade.")
        }
    }

    func run() throws {
        let preset = passthrough ? .passthrough : ExportPreset(path: target) ?? .wav
        var request = ExportRequest(source: source, target: target, preset: preset)
        request.start = from?.time ?? .zero
        request.end = to?.time
        request.fadeIn = .seconds(fadeIn ?? 0)
        request.fadeOut = .seconds(fadeOut ?? 0)
        request.tags.title = title
        request.tags.artist = artist
        request.tags.album = album
        request.tags.date = date
        request.tags.comment = comment
        try end(with: ConvertAction(request, settings: format.settings).run())
    }
}

/// A place in a file: `62.5`, `1:02.5`, `1:00:00`.
struct TimePosition: ExpressibleByArgument {
    let time: MediaTime

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            guard let number = Double(part), number >= 0, number < 1e7, index == 0 || number < 60 else { return nil }
            seconds = seconds * 60 + number
        }
        time = MediaTime(seconds: seconds)
    }
}
