import LongwaveTerminal
import RadioService

/// How a session presents itself, decided once from the command line and the environment.
struct PlayOptions: Sendable {
    /// The form of the output.
    enum Look: Hashable, Sendable {
        /// A live status line.
        case live
        /// A line for each change, nothing, or a JSON object for each notification.
        case lines, quiet, json
        /// One row for each notification.
        case rows(OutputFormat)
    }

    var look: Look
    var isVerbose: Bool
    var charset: TerminalCharset
    var usesColour: Bool
    /// Whether keys are read. The initialiser sets this to true if stdin and stdout are terminals.
    var hasKeys: Bool
    var bindings = KeyBindings.usual
    /// How long the session lasts; nil for no limit.
    var endAfter: Duration?
    /// Whether the sound is written to files instead of heard.
    var isRecording = false
    /// Whether a person can be asked to choose one of several stations that fit a name.
    var asksWhich = false
    var companions = PlayerCompanions.Settings()
    /// The settings of the shared player; nil for a private player.
    var service: SharedPlayer.Settings?
    /// How long the sound plays; nil for no limit.
    var sleep: Duration?
    /// Messages that are printed once, at the beginning.
    var remarks: [String] = []
    /// How pictures are shown; nil to fetch and show none.
    var artwork: ArtworkDisplay?

    /// Whether the session's summary is printed. It is printed if a person reads the output, directly or in a log.
    var tellsSummary: Bool {
        switch look {
        case .live, .lines: true
        case .quiet, .json, .rows: false
        }
    }

    /// Chooses the look, the charset, the colours and the keys. All other options have their defaults.
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
        // The variable has an effect only if it is not empty (https://no-color.org).
        usesColour = (environment("NO_COLOR") ?? "").isEmpty
        hasKeys = inputIsTerminal && outputIsTerminal
    }
}
