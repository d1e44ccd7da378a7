import LongwaveTerminal

/// How the screen looks and what it does, decided once from the command line and the environment.
struct ScreenOptions: Sendable {
    var charset: TerminalCharset
    var bindings = KeyBindings.usual
    var colours = ScreenColours.usual
    var hasMouse = true
    /// The terminal's window is called after what plays.
    var hasTitle = true
    /// Lines instead of a page.
    var isPlain = false
    /// Plays by itself, also where a shared player runs.
    var isAlone = false
    var libraries: [String] = []
    /// Where the sound comes out, in order of preference.
    var devices: [String] = []
    var directory: DirectoryAddress?
    var companions = PlayerCompanions.Settings()
    /// The file of titles; nil: nothing is written down.
    var titles: String?
    var artwork: ArtworkDisplay?
    /// Where the shared player may listen.
    var sharedPlayers: [String] = []
    /// The sound comes out of loudspeakers, so that the shared player can take over.
    var isHeard = true
}
