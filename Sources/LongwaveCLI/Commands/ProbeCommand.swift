import ArgumentParser
import Longwave
import RadioConsole

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Say everything that can be known of an address or station, and what is wrong with it.",
        discussion: """
            Takes what longwave play takes. Of a station its first address is looked at; an address that the list has is read \
            with what the list says of its station. longwave inspect tells more of a file.

            Opens it as play does, follows redirects and lists, decodes, and listens for a few seconds; needs no sound \
            server. Fields: \(Documents.path("INSPECT.md")). Exit codes: those of play.
            """)

    @Argument(
        help: ArgumentHelp("What to look at.", valueName: "station|url|file"), completion: StationCompletion.playable)
    var words: [String]

    @Option(name: .customLong("for"), help: ArgumentHelp("Listen so long after the first sound.", valueName: "seconds"))
    var duration = 3.0

    @Option(
        name: .long,
        help: ArgumentHelp("Keep the last answer, headers and raw bytes, for inspect.", valueName: "file"),
        completion: .file())
    var capture: String?

    @Option(name: .long, help: ArgumentHelp("End after so many MiB, whatever the time.", valueName: "MiB"))
    var limit = 64

    @Option(
        name: .long, help: ArgumentHelp("The charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @OptionGroup(title: "Stations in segments (HLS)") var hls: HlsOptions

    @OptionGroup(title: "Stations") var library: LibraryOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !TimeSpan.isUsable(duration) { throw ValidationError("--for wants seconds, more than 0.") }
        if !(1...65_536).contains(limit) { throw ValidationError("--limit goes from 1 to 65536.") }
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
    }

    func run() throws {
        let action = ProbeAction(
            what: words.joined(separator: " "), duration: .seconds(duration), capture: capture,
            maximumBytes: limit << 20, charset: charset, hls: hls.settings, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
