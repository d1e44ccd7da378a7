import ArgumentParser
import Longwave
import RadioProbe

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Prints what a file or a captured stream contains.",
        discussion: """
            A capture is a file from "longwave probe --capture". It begins with the server's response headers, and \
            their icy-metaint locates the metadata. The command uses the same parsers as the player. \
            \(Documents.path("FORMATS.md")) describes the fields.
            """)

    @Argument(help: ArgumentHelp("File to inspect; - reads standard input.", valueName: "file|-"), completion: .file())
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Reads the file as this kind. icy is the text of one metadata block; titles are raw titles or blocks, one \
            per line. (default: by the file's content)
            """,
            valueName: KindName.allCases.map(\.rawValue).joined(separator: "|")))
    var kind: KindName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Bytes of sound between two metadata blocks; 0 means no metadata. (default: from the response headers)",
            valueName: "bytes"))
    var metaint: Int?

    @Option(
        name: .long, help: ArgumentHelp("Charset of titles that are not UTF-8.", valueName: "name"),
        completion: PropertyCompletion.charset)
    var charset: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Name of the station; titles that only repeat the name are ignored.", valueName: "name"))
    var station: String?

    @OptionGroup(title: "Encrypted segments") var encryption: KeyOptions

    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if let metaint, !(0...InspectAction.maximumMetaint).contains(metaint) {
            throw ValidationError("--metaint must be from 0 to \(InspectAction.maximumMetaint) bytes.")
        }
    }

    func run() throws {
        let action = InspectAction(
            file: file, kind: kind, metaint: metaint, charset: charset, station: station, key: encryption.settings,
            settings: format.settings)
        try end(with: action.run())
    }
}
