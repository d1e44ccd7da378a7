import LongwaveTerminal
import RadioService

/// How a session shows itself, decided once from the command line and the environment.
struct PlayOptions: Sendable {
    enum Look: Hashable, Sendable {
        /// A live status line.
        case live
        case lines, quiet, json
        /// A row for each notification.
        case rows(OutputFormat)
    }

    var look: Look
    var isVerbose: Bool
    var charset: TerminalCharset
    var usesColour: Bool
    /// Keys are read: stdin and stdout are a terminal.
    var hasKeys: Bool
    var bindings = KeyBindings.usual
    /// Ends after so long.
    var endAfter: Duration?
    /// What comes is written into files, and not heard.
    var isRecording = false
    /// A person can be asked which of several stations is meant.
    var asksWhich = false
    var companions = PlayerCompanions.Settings()
    /// This is the shared player.
    var service: SharedPlayer.Settings?
    /// The sound ends after so long.
    var sleep: Duration?
    /// What is said once, at the beginning.
    var remarks: [String] = []
    /// How pictures are shown; nil: none are, and none are fetched.
    var artwork: ArtworkDisplay?

    /// A person, or a log for one, reads along.
    var tellsSummary: Bool {
        switch look {
        case .live, .lines: true
        case .quiet, .json, .rows: false
        }
    }

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
        // https://no-color.org: set and not empty.
        usesColour = (environment("NO_COLOR") ?? "").isEmpty
        hasKeys = inputIsTerminal && outputIsTerminal
    }
}
