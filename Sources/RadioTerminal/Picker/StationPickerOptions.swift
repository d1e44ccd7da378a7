import RadioStations

/// How a person is asked to choose stations.
public struct StationPickerOptions: Sendable {
    /// Where it asks.
    public enum Surface: Hashable, Sendable {
        /// Full-screen where stdin is a terminal and so is stdout or stderr; else with numbers.
        case automatic
        /// Full-screen, on the program's terminal, whatever stdin and stdout are.
        case fullScreen
        /// With numbers: lines on stdout, or on stderr where stdout is no terminal; answers from stdin.
        case numbers
    }

    /// What the person shall choose for.
    public var prompt: String
    /// Whether more than one station may be chosen.
    public var allowsMultiple: Bool
    /// Which stations there are to choose from; its words are where the typing begins, its grouping the first one.
    public var query: StationQuery
    public var surface: Surface
    /// Without, nothing but ASCII is written.
    public var usesUTF8: Bool
    /// Ctrl-C, Ctrl-Z, a hang-up and the terminal's size come to the picker while it asks. A program that has handlers of its
    /// own for them turns it off.
    public var watchesSignals: Bool
    /// Pictures of stations, where the terminal shows them.
    public var artwork: ArtworkDisplay.Choice

    public init(
        prompt: String = "", allowsMultiple: Bool = false, query: StationQuery = .all, surface: Surface = .automatic,
        usesUTF8: Bool = true, watchesSignals: Bool = true, artwork: ArtworkDisplay.Choice = .none
    ) {
        self.prompt = prompt
        self.allowsMultiple = allowsMultiple
        self.query = query
        self.surface = surface
        self.usesUTF8 = usesUTF8
        self.watchesSignals = watchesSignals
        self.artwork = artwork
    }
}
