import ArgumentParser
import Longwave

struct ArtworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artwork", abstract: "Get a station's picture as a file.",
        discussion: """
            Without a scheme it is a station of the list: its id, its name, or words of it; else the address of a \
            picture, or a file. The picture is fetched with limits, told by its bytes, kept in the user's cache, and \
            made smaller where gdk-pixbuf-thumbnailer or ffmpeg is installed. Prints where the file is, what it is, how \
            large, and whose.

            Exit codes: 65 when there is none, or what is there is no picture; 66 file missing; 68, 69, 76, 77: those \
            of play; 73 cache not writable. With --fallback a picture of the program's own takes its place.
            """)

    @Argument(
        help: ArgumentHelp("Whose picture, or which one.", valueName: "station|url|file"),
        completion: StationCompletion.orFiles(["png", "jpg", "jpeg", "gif", "webp", "svg"]))
    var what: String

    @Option(name: .long, help: ArgumentHelp("How long its longest side may be.", valueName: "pixels"))
    var size = 512

    @Flag(name: .long, help: "Where there is none, the program's own picture; why is told with -v.")
    var fallback = false

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !ArtworkCache.sides.contains(size) {
            let (least, most) = (ArtworkCache.sides.lowerBound, ArtworkCache.sides.upperBound)
            throw ValidationError("--size goes from \(least) to \(most).")
        }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        let target: ArtworkTarget
        let loop: EventLoop
        do {
            target = try ArtworkTarget.find(what, in: library.reader).get()
            loop = try EventLoop()
        } catch let failure as CommandFailure {
            throw output.fail(failure)
        } catch { throw output.fail(.unavailable, "\(error).") }
        guard let cache = ArtworkCache.ofUser(loop: loop) else {
            let sentence = "There is no folder for pictures: neither HOME nor XDG_CACHE_HOME is set."
            throw output.fail(.cannotWrite, sentence)
        }
        if format.verbose { cache.report = { output.say("\($0)") } }
        if target.candidates.isEmpty, let station = target.station, fallback, format.verbose {
            output.say("the list has no artwork for \(station.name)")
        }
        switch find(target, in: cache, on: loop) {
        case .success(let artwork):
            output.show(
                ArtworkPrinter.rows(artwork, of: target.station),
                json: ArtworkPrinter.json(artwork, of: target.station))
        case .failure(.none):
            throw output.fail(.notPlayable, "The list has no artwork for \"\(target.station?.name ?? what)\".")
        case .failure(let error): throw output.fail(ExitCode(error), "There is no artwork: \(error).")
        }
    }

    /// A person who asks for just this picture wants it asked for again, whatever happened a minute ago.
    private func find(
        _ target: ArtworkTarget, in cache: ArtworkCache, on loop: EventLoop
    ) -> Result<Artwork, ArtworkError> {
        var answer: Result<Artwork, ArtworkError>?
        let candidates = target.candidates + (fallback ? [.fallback] : [])
        cache.find(candidates, wanted: size, ignoresFailures: true) {
            answer = $0
            loop.stop()
        }
        loop.run()
        return answer ?? .failure(.none)
    }
}
