import ArgumentParser
import LongwaveTerminal

struct ConvertCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Converts a sound file, or a part of it, to another format.",
        discussion: """
            The new file's suffix chooses the format: .wav, .flac, .opus, .ogg (Opus) or .mp3. With --passthrough the \
            command copies the packets without encoding them again, and cuts between packets. Otherwise it cuts at \
            the exact sample. It copies the tags of the source, and never replaces an existing file. If the \
            conversion fails, no new file remains. See \(Documents.path("CLI.md")).
            """)

    @Argument(help: ArgumentHelp("Sound file to read.", valueName: "file|url"), completion: .file())
    var source: String

    @Argument(help: ArgumentHelp("New file to write.", valueName: "file"), completion: .file())
    var target: String

    @Flag(name: .long, help: "Copies the packets without encoding them again.")
    var passthrough = false

    @Option(
        name: .long,
        help: ArgumentHelp("Starts at this time. (default: start of the source)", valueName: "seconds|1:02.5"))
    var from: TimePosition?

    @Option(
        name: .long, help: ArgumentHelp("Ends at this time. (default: end of the source)", valueName: "seconds|1:02.5"))
    var to: TimePosition?

    @Option(
        name: .long,
        help: ArgumentHelp("Fades in for this long, at most 30 seconds. (default: 0)", valueName: "seconds"))
    var fadeIn: Double?

    @Option(
        name: .long,
        help: ArgumentHelp("Fades out for this long, at most 30 seconds. (default: 0)", valueName: "seconds"))
    var fadeOut: Double?

    @Option(name: .long, help: ArgumentHelp("Sets the title tag.", valueName: "text"))
    var title: String?
    @Option(name: .long, help: ArgumentHelp("Sets the artist tag.", valueName: "text"))
    var artist: String?
    @Option(name: .long, help: ArgumentHelp("Sets the album tag.", valueName: "text"))
    var album: String?
    @Option(name: .long, help: ArgumentHelp("Sets the date tag.", valueName: "year|date"))
    var date: String?
    @Option(name: .long, help: ArgumentHelp("Sets the comment tag.", valueName: "text"))
    var comment: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func validate() throws {
        if !passthrough, ExportPreset(path: target) == nil {
            throw ValidationError("\(target) must end in .wav, .flac, .opus, .ogg or .mp3, or use --passthrough.")
        }
        if let from, let to, from.time >= to.time { throw ValidationError("--to must be after --from.") }
        for fade in [fadeIn, fadeOut] {
            if let fade, !(0...30).contains(fade) { throw ValidationError("A fade must be from 0 to 30 seconds.") }
        }
        if passthrough, fadeIn != nil || fadeOut != nil {
            throw ValidationError("--passthrough copies packets and cannot fade them.")
        }
    }

    private var request: ExportRequest {
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
        return request
    }

    /// Converts the source file to the format that the target's suffix names. With `--passthrough`, copies the source's
    /// packets without decoding. Shows the progress in percent. At the end, prints the path and the duration of the
    /// written file.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let request = request
        let notes = CommandNotes()
        let isQuiet = settings.isQuiet
        let duration = try RadioSession.run(.silent) { radio in
            let session = ExportSession(request, radio: radio)
            let progress = Task {
                var shown = ""
                for await fraction in session.progress where !isQuiet {
                    guard let length = session.duration else { continue }
                    let text = "\(Int(fraction * 100)) % of \(PlayerWords.clock(length))"
                    if text != shown { notes.progress(text) }
                    shown = text
                }
                if !shown.isEmpty { notes.progress("") }
            }
            let result: Result<Duration, any Error>
            do { result = .success(try await session.export()) } catch { result = .failure(error) }
            await progress.value
            return try result.get()
        }
        output.done("written: \(request.target), \(PlayerWords.clock(duration))")
    }
}

/// A time in a file, as a command-line argument: `62.5`, `1:02.5` or `1:00:00`.
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
