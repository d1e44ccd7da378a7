import Longwave
import RadioLoop

/// The command `longwave artwork`: finds the picture of a station, an address or a file, and prints the picture's path.
struct ArtworkAction {
    /// A station, or the address or path of a picture or of sound that contains a picture.
    let what: String
    /// The longest side of the picture in pixels.
    let size: Int
    let hasFallback: Bool
    let libraries: [String]
    let settings: PrintSettings

    init(what: String, size: Int, hasFallback: Bool, libraries: [String], settings: PrintSettings) {
        self.what = what
        self.size = size
        self.hasFallback = hasFallback
        self.libraries = libraries
        self.settings = settings
    }

    /// The allowed lengths of a picture's longest side, in pixels.
    static let sizes = ArtworkCache.sides

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(show) }

    /// Finds the picture, and prints the path, kind and size of its file. Throws if no picture is found.
    private func show(_ output: ReportOutput) throws(CommandFailure) {
        let target = try ArtworkTarget.find(
            what, in: LibraryReader(asked: libraries), asks: StationQuestion.canAsk(settings))
        let loop = try EventLoop.ofCommand()
        guard let cache = ArtworkCache.ofUser(loop: loop) else {
            let sentence = "No folder for pictures: set HOME or XDG_CACHE_HOME."
            throw CommandFailure(code: .cannotWrite, sentence: sentence)
        }
        if settings.isVerbose { cache.report = { output.say("\($0)") } }
        if target.candidates.isEmpty, let station = target.station, hasFallback, settings.isVerbose {
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
    /// a picture, returns a picture from the sound. If no picture is found and ``hasFallback`` is set, returns the
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
        guard hasFallback, case .failure(let error) = answer else { return answer }
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
