import ArgumentParser
import LongwaveTerminal

/// The option that says how the terminal shows pictures.
struct ArtworkOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "How the terminal shows artwork; auto chooses what the terminal supports. (default: auto)",
            valueName: "auto|kitty|sixel|symbols|none"))
    var artwork: ArtworkDisplay.Choice?
}
