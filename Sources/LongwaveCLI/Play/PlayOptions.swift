import LongwaveDesktop
import LongwaveTerminal
import RadioWeb

/// How a play session shows itself and reads keys. The options are chosen once, from the command line and the
/// environment.
struct PlayOptions: Sendable {
    /// The form in which the session shows what it plays.
    enum Look: Hashable, Sendable {
        /// A status line at the bottom of the terminal, which is drawn again at each change.
        case live
        /// `lines`: a line of text for each change. `quiet`: nothing. `json`: a JSON object for each notification.
        case lines, quiet, json
        /// A row of CSV or TSV for each notification.
        case rows(OutputFormat)
    }

    var look: Look
    var isVerbose: Bool
    var charset: TerminalCharset
    var usesColour: Bool
    /// Whether keys are read. The initialiser sets this to true if stdin and stdout are terminals.
    var hasKeys: Bool
    var bindings = KeyBindings.usual
    /// The time after which the session ends; nil for no limit.
    var endAfter: Duration?
    /// Whether the session only records sound to files, and plays none.
    var isRecording = false
    /// Called with the name if it fits several stations, and a person can be asked which one is meant. The session then
    /// ends without a message. Nil if nobody can be asked.
    var onAmbiguous: (@Sendable (String) -> Void)?
    /// The settings of the shared player if the session runs one; nil for a private player.
    var service: SharedPlayer.Options?
    /// The fronts that the player offers to other devices.
    var remote = RemoteFronts.Options()
    /// The time after which the sleep timer ends the sound; nil for no sleep timer.
    var sleep: Duration?
    /// The programme to play, instead of what the command line names; nil for none.
    var programme: String?
    /// Messages for the person, which are printed when the session begins to play a selection.
    var remarks: [String] = []
    /// The way of showing pictures; nil to fetch and show none.
    var artwork: ArtworkDisplay?

    /// Whether a summary is printed when the session ends, because its output is for people.
    var tellsSummary: Bool {
        switch look {
        case .live, .lines: true
        case .quiet, .json, .rows: false
        }
    }

    /// Chooses the look, the charset, the colours and whether keys are read. All other options have their defaults.
    init(
        format: OutputFormat?, isQuiet: Bool, isVerbose: Bool, endAfter: Duration? = nil, inputIsTerminal: Bool,
        outputIsTerminal: Bool, environment: (String) -> String?
    ) {
        let isDumb = ["dumb", ""].contains(environment("TERM") ?? "")
        look =
            switch format {
            case .json: .json
            case .csv, .csvRaw, .tsv: .rows(format ?? .tsv)
            case .table, nil: isQuiet ? .quiet : outputIsTerminal && !isDumb ? .live : .lines
            }
        self.isVerbose = isVerbose
        self.endAfter = endAfter
        charset = TerminalCharset(environment: environment)
        // An empty NO_COLOR has no effect (https://no-color.org).
        usesColour = (environment("NO_COLOR") ?? "").isEmpty
        hasKeys = inputIsTerminal && outputIsTerminal
    }
}
