import ArgumentParser
import Longwave
import RadioConsole
import RadioProbe

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Say what a file or capture holds, without playing it.",
        discussion: """
            A capture may begin with the head of an answer, as `probe --capture` writes it: then metadata is found by its \
            icy-metaint. The parsers are those that play. Fields: \(Documents.path("INSPECT.md")).
            """)

    @Argument(help: ArgumentHelp("What to look at; - is standard input.", valueName: "file|-"), completion: .file())
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Take it for this, whatever it looks like; icy is the text of one metadata block, titles are raw titles or blocks, one a line.",
            valueName: KindName.allCases.map(\.rawValue).joined(separator: "|")))
    var kind: KindName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Bytes of sound between two metadata blocks, instead of what a head says; 0: there are none.",
            valueName: "bytes"))
    var metaint: Int?

    @Option(
        name: .long, help: ArgumentHelp("The charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What the station is called: a title that says no more than that is none.", valueName: "name"))
    var station: String?

    @OptionGroup(title: "Encrypted segments") var encryption: KeyOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if let metaint, !(0...InspectAction.maximumMetaint).contains(metaint) {
            throw ValidationError("--metaint goes from 0 to \(InspectAction.maximumMetaint).")
        }
    }

    func run() throws {
        let action = InspectAction(
            file: file, kind: kind, metaint: metaint, charset: charset, station: station, key: encryption.settings,
            settings: format.settings)
        try end(with: action.run())
    }
}
