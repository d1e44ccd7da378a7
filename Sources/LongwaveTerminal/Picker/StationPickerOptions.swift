import RadioStations

/// The appearance and the rules of the station picker, in which a person chooses stations.
public struct StationPickerOptions: Sendable {
    /// The form in which the picker shows the stations and asks the person.
    public enum Surface: Hashable, Sendable {
        /// ``fullScreen`` if stdin is a terminal, and stdout or stderr too. Otherwise, or if the terminal cannot show a
        /// page, ``numbers``.
        case automatic
        /// A full-screen page on the program's controlling terminal, even if stdin and stdout are not terminals.
        case fullScreen
        /// A list of numbered stations. The person types numbers. Lines are written to stdout, or to stderr if stdout
        /// is not a terminal; answers are read from stdin.
        case numbers
    }

    /// The text before the search field, such as `Play`.
    public var prompt: String
    /// Whether the person may choose more than one station.
    public var allowsMultiple: Bool
    /// A query for the stations that can be chosen.
    ///
    /// At the start, the search field contains the query's words, and the stations are grouped as in the query.
    public var query: StationQuery
    public var surface: Surface
    /// Whether the picker writes UTF-8. If false, it writes only ASCII.
    public var usesUTF8: Bool
    /// Whether the picker handles Ctrl-C, Ctrl-Z, a hang-up and changes of the terminal's size while it is shown.
    ///
    /// If a program has its own handlers for these signals, it must set this to false.
    public var watchesSignals: Bool
    /// The way in which the picker shows the stations' pictures.
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
