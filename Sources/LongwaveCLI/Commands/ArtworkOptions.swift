import ArgumentParser
import LongwaveTerminal

/// Whether and how pictures are shown on the terminal.
struct ArtworkOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "How artwork is shown on the terminal; auto does what the terminal understands.",
            valueName: "auto|kitty|sixel|symbols|none"))
    var artwork: ArtworkDisplay.Choice?
}
