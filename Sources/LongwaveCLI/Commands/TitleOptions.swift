import ArgumentParser
import Longwave

/// Where titles are kept.
struct TitleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The file of titles (SQLite) instead of ~/.local/share/longwave/titles.sqlite.", valueName: "file"),
        completion: .file())
    var database: String?
}
