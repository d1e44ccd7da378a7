import ArgumentParser
import Longwave

/// Whether and how pictures are shown on the terminal.
struct ArtworkOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "How artwork is shown on the terminal; auto does what the terminal understands.",
            valueName: "auto|kitty|sixel|symbols|none"))
    var artwork = ArtworkDisplay.Choice.auto

    static var none: ArtworkOptions {
        var options = ArtworkOptions()
        options.artwork = .none
        return options
    }

    /// Nil where none is shown.
    /// - Parameter isTerminal: whether a terminal shows the output at all.
    func display(isTerminal: Bool) -> ArtworkDisplay? {
        ArtworkDisplay(artwork, isTerminal: isTerminal, environment: Environment.value)
    }
}

extension ArtworkDisplay.Choice: ExpressibleByArgument {}

extension ArtworkCache {
    /// The user's own; nil where its folder is not known.
    static func ofUser(loop: EventLoop) -> ArtworkCache? {
        var environment = Environment.folders
        environment["PATH"] = Environment.value("PATH")
        return usual(environment: environment, loop: loop)
    }
}
