import LongwaveTerminal

/// The settings of the full-screen player. They are chosen once, from the command line, the settings file and the
/// environment.
struct ScreenOptions: Sendable {
    var charset: TerminalCharset
    var bindings = KeyBindings.usual
    var colours = ScreenColours.usual
    var hasMouse = true
    /// Whether the title bar of the terminal's window shows the station and the heard title.
    var hasTitle = true
    /// Whether the screen prints lines instead of drawing a page.
    var isPlain = false
    /// Whether this process plays the sound itself even if a shared player runs.
    var isAlone = false
    /// The station lists that the command line or the configuration names; if empty, the default lists are used.
    var libraries: [String] = []
    /// The output devices to use (names or patterns), in order of preference; if empty, the sound server's default
    /// device is used.
    var devices: [String] = []
    /// The address of the online directory of stations; nil to search no directory.
    var directory: DirectoryAddress?
    /// The path of the title database; nil if no history is kept.
    var titles: String?
    /// The way of showing pictures; nil to show none.
    var artwork: ArtworkDisplay?
    /// The paths of the sockets where the shared player may listen, in the order in which they are tried.
    var sharedPlayers: [String] = []
    /// The arguments with which a shared player that the listener starts is as patient as this player, and keeps as much
    /// sound.
    var serviceArguments: [String] = []
    /// Whether the sound goes to a sound server instead of a file or nowhere. Only such sound can be handed over to the
    /// shared player.
    var isHeard = true
}
