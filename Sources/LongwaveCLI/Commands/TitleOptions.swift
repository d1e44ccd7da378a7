import ArgumentParser
import Longwave

/// The option that names the file of the title database.
struct TitleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Uses this title database (SQLite). (default: ~/.local/share/longwave/titles.sqlite)", valueName: "file"),
        completion: .file())
    var database: String?
}
