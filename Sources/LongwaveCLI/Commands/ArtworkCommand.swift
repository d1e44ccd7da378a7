import ArgumentParser
import Longwave
import RadioConsole

struct ArtworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artwork", abstract: "Get a station's picture as a file.",
        discussion: """
            Takes what longwave play takes, and the address or file of a picture. Of a station it is the picture that the list \
            names; of a file or another address the picture in it. It is fetched with limits, told by its bytes, kept in the user's cache, and \
            made smaller where gdk-pixbuf-thumbnailer or ffmpeg is installed. Prints where the file is, what it is, how \
            large, and whose.

            Exit codes: 65 when there is none, or what is there is no picture; 66 file missing; 68, 69, 76, 77: those \
            of play; 73 cache not writable. With --fallback a picture of the program's own takes its place.
            """)

    @Argument(
        help: ArgumentHelp("Whose picture, or which one.", valueName: "station|url|file"),
        completion: StationCompletion.orFiles(["png", "jpg", "jpeg", "gif", "webp", "ico"] + PlayAction.fileSuffixes))
    var words: [String]

    @Option(name: .long, help: ArgumentHelp("How long its longest side may be.", valueName: "pixels"))
    var size = 512

    @Flag(name: .long, help: "Where there is none, the program's own picture; why is told with -v.")
    var fallback = false

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
        if !ArtworkAction.sizes.contains(size) {
            let (least, most) = (ArtworkAction.sizes.lowerBound, ArtworkAction.sizes.upperBound)
            throw ValidationError("--size goes from \(least) to \(most).")
        }
    }

    func run() throws {
        let action = ArtworkAction(
            what: words.joined(separator: " "), size: size, hasFallback: fallback, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
