import ArgumentParser
import Longwave

/// The option for the file of rules that correct titles.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "File of rules for titles (\(Documents.path("TITLES.md"))). (default: ~/.config/longwave/rules.json)",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var rules: String?
}
