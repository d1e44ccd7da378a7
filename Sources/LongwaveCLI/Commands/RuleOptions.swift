import ArgumentParser
import Longwave
import RadioConsole

/// Where rules for titles are.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Rules for titles (\(Documents.path("TITLES.md"))), instead of ~/.config/longwave/rules.json.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var rules: String?
}
