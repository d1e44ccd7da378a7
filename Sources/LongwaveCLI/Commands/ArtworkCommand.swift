import ArgumentParser
import Longwave

struct ArtworkCommand: ParsableCommand {
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
        completion: StationCompletion.orFiles(["png", "jpg", "jpeg", "gif", "webp", "ico"] + PlayAction.fileSuffixes))
    var words: [String]

    @Option(name: .long, help: ArgumentHelp("Limits the longest side, in pixels.", valueName: "pixels"))
    var size = 512

    @Flag(name: .long, help: "Uses the program's own picture if none is found; -v prints the reason.")
    var fallback = false

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
        if !ArtworkAction.sizes.contains(size) {
            let (least, most) = (ArtworkAction.sizes.lowerBound, ArtworkAction.sizes.upperBound)
            throw ValidationError("--size must be from \(least) to \(most) pixels.")
        }
    }

    func run() throws {
        let action = ArtworkAction(
            what: words.joined(separator: " "), size: size, hasFallback: fallback, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
