import LongwaveTerminal

/// The settings of the screen, decided once from the command line and the environment.
struct ScreenOptions: Sendable {
    var charset: TerminalCharset
    var bindings = KeyBindings.usual
    var colours = ScreenColours.usual
    var hasMouse = true
    /// Whether the terminal's window shows the station and the heard title in its title bar.
    var hasTitle = true
    /// Whether the screen prints lines instead of drawing a page.
    var isPlain = false
    /// Whether this process plays the sound itself even if a shared player runs.
    var isAlone = false
    /// The station lists that the command line or the configuration names; if empty, the default lists are used.
    var libraries: [String] = []
    /// The output devices, in order of preference.
    var devices: [String] = []
    /// The directory of stations; nil to search none.
    var directory: DirectoryAddress?
    var companions = PlayerCompanions.Settings()
    /// The path of the title database; nil if no history is kept.
    var titles: String?
    /// How pictures are shown; nil to show none.
    var artwork: ArtworkDisplay?
    /// The sockets where the shared player may listen, in the order in which they are tried.
    var sharedPlayers: [String] = []
    /// Whether the sound goes to a sound server. Only then can the shared player take over.
    var isHeard = true
}
