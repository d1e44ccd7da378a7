import ArgumentParser
import Longwave
import RadioLoop

struct ArtworkCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "artwork", abstract: "Saves the picture of a station or file.",
        discussion: """
            Accepts the same words as "longwave play", and the address or file of a picture. For a station, the \
            command uses the picture that the list names. For a sound file or a stream, it uses the picture inside. It \
            fetches the picture, keeps it in your cache, and makes it smaller if gdk-pixbuf-thumbnailer or ffmpeg is \
            installed. It prints the picture's path, kind, size and origin.

            Exit codes: 65 no picture found, or not a picture; 66 file not found; 68, 69, 76, 77 as for play; 73 cache \
            cannot be written.
            """)

    @Argument(
        help: ArgumentHelp("Station, address or file with the picture.", valueName: "station|url|file"),
        completion: StationCompletion.orFiles(["png", "jpg", "jpeg", "gif", "webp", "ico"] + FileName.playable))
    var words: [String]

    @Option(name: .long, help: ArgumentHelp("Limits the longest side, in pixels.", valueName: "pixels"))
    var size = 512

    @Flag(name: .long, help: "Uses the program's own picture if none is found; -v prints the reason.")
    var fallback = false

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    private var what: String { words.joined(separator: " ") }

    func validate() throws {
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
        if !ArtworkCache.sides.contains(size) {
            let (least, most) = (ArtworkCache.sides.lowerBound, ArtworkCache.sides.upperBound)
            throw ValidationError("--size must be from \(least) to \(most) pixels.")
        }
    }

    /// Finds the picture, and prints the path, kind and size of its file. Throws if no picture is found.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let target = try ArtworkTarget.find(
            what, in: LibraryReader(asked: library.library), asks: StationQuestion.canAsk(settings))
        let loop = try EventLoop.ofCommand()
        guard let cache = ArtworkCache.ofUser(loop: loop) else {
            let sentence = "No folder for pictures: set HOME or XDG_CACHE_HOME."
            throw CommandFailure(code: .cannotWrite, sentence: sentence)
        }
        if settings.isVerbose { cache.report = { output.say("\($0)") } }
        if target.candidates.isEmpty, let station = target.station, fallback, settings.isVerbose {
            output.say("the list has no artwork for \(station.name)")
        }
        switch try find(target, in: cache, on: loop) {
        case .success(let artwork):
            output.show(
                ArtworkPrinter.rows(artwork, of: target.station),
                json: ArtworkJSON.json(artwork, of: target.station))
        case .failure(.none):
            let sentence = "No artwork found: the list names none for \"\(target.station?.name ?? what)\"."
            throw CommandFailure(code: .notPlayable, sentence: sentence)
        case .failure(let error):
            throw CommandFailure(code: ExitCode(error), sentence: "No artwork found: \(error).")
        }
    }

    /// Returns the picture that the station's list entry or the argument names. If the argument names sound instead of
    /// a picture, returns a picture from the sound. If no picture is found and ``fallback`` is set, returns the
    /// picture that comes with the program.
    private func find(
        _ target: ArtworkTarget, in cache: ArtworkCache, on loop: EventLoop
    ) throws(CommandFailure) -> Result<Artwork, ArtworkError> {
        var answer = ask(for: target.candidates, station: target.station, in: cache, on: loop)
        switch answer {
        case .failure(.notUsed), .failure(.tooLarge):
            guard let sound = target.sound else { break }
            let pictures = try SoundArtwork.candidates(of: sound, on: loop)
            if !pictures.isEmpty { answer = ask(for: pictures, of: sound, in: cache, on: loop) }
        case .success, .failure: break
        }
        guard fallback, case .failure(let error) = answer else { return answer }
        if error != .none { cache.report?(error) }
        return ask(for: [.fallback], in: cache, on: loop)
    }

    /// Loads the first candidate that is a usable picture. Sends requests even to servers that failed recently, because
    /// a person asked for this picture.
    private func ask(
        for candidates: [ArtworkCandidate], of sound: Station? = nil, station: Station? = nil, in cache: ArtworkCache,
        on loop: EventLoop
    ) -> Result<Artwork, ArtworkError> {
        var answer: Result<Artwork, ArtworkError>?
        cache.find(candidates, home: sound?.urls.first, station: sound ?? station, wanted: size, ignoresFailures: true)
        {
            answer = $0
            loop.stop()
        }
        loop.run()
        return answer ?? .failure(.none)
    }
}
