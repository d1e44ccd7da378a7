import RadioStations

/// How a person is asked to choose stations.
public struct StationPickerOptions: Sendable {
    /// The form of the question.
    public enum Surface: Hashable, Sendable {
        /// Full-screen if stdin and one of stdout and stderr are terminals, otherwise with numbers.
        case automatic
        /// Full-screen on the program's terminal, even if stdin and stdout are not terminals.
        case fullScreen
        /// With numbers. Writes lines to stdout, or to stderr if stdout is not a terminal. Reads answers from stdin.
        case numbers
    }

    /// The text before the search field, such as the purpose of the choice.
    public var prompt: String
    /// Whether more than one station may be chosen.
    public var allowsMultiple: Bool
    /// The stations to choose from.
    ///
    /// At the start, the search field contains the query's words, and the stations are grouped as in the query.
    public var query: StationQuery
    public var surface: Surface
    /// Whether the picker writes UTF-8. If false, it writes only ASCII.
    public var usesUTF8: Bool
    /// Whether the picker handles Ctrl-C, Ctrl-Z, a hang-up and changes of the terminal's size while it is shown.
    ///
    /// A program with its own handlers for these signals turns this off.
    public var watchesSignals: Bool
    /// How pictures of stations are shown.
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
