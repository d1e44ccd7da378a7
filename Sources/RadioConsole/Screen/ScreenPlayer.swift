import LongwaveTerminal

/// The player that the full-screen player shows and controls: a player in this process, or the shared player.
///
/// The player is used only on the loop.
protocol ScreenPlayer: AnyObject {
    /// Whether sound is heard now. While it is, a chosen station is prepared before it replaces the current station.
    var isSounding: Bool { get }
    /// Whether the queue has an item, which may play, be paused or be stopped.
    var hasSomething: Bool { get }

    /// Carries out the action of a key on the player.
    func press(_ action: KeyAction, _ manager: isolated PlaybackManager)
    /// Plays the station at an index of `stations`.
    ///
    /// In a player of this process, all stations become the queue. The shared player receives only the station at the
    /// index.
    func play(_ stations: [Station], at index: Int, _ manager: isolated PlaybackManager)
    func play(file path: String, _ manager: isolated PlaybackManager)
    func playEntry(at place: Int, _ manager: isolated PlaybackManager)
    func removeEntry(at place: Int, _ manager: isolated PlaybackManager)
    func moveEntry(from place: Int, to target: Int, _ manager: isolated PlaybackManager)
    func enqueue(_ station: Station, isNext: Bool, _ manager: isolated PlaybackManager)
    func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueueRow]) -> Void)
    func listDevices(_ manager: isolated PlaybackManager, then: @escaping ([ChoiceRow]) -> Void)
    func useDevice(_ name: String, _ manager: isolated PlaybackManager)
    /// Returns the addresses of web pages that search for the song that is heard.
    func links(_ manager: isolated PlaybackManager) -> [SongLink]
    /// Passes the current state to the screen. Called once a second, because shown times advance.
    func tick(_ manager: isolated PlaybackManager)
    /// Releases the player, because the screen closes.
    func finish(_ manager: isolated PlaybackManager)
}

/// The closures by which a ``ScreenPlayer`` reports to the screen.
struct ScreenPlayerNews {
    /// Called with the player's state when it may have changed, and at each ``ScreenPlayer/tick(_:)``.
    var playing: (ScreenPlaying) -> Void
    /// Called with the levels of the sound while the meter is shown, and with nil when the meter is hidden.
    var levels: (AudioLevels?) -> Void
    /// Shows a line to the person.
    var say: (String) -> Void
    /// Called when another title is heard.
    var titleDidChange: () -> Void
    /// Called when the queue or its current entry has changed.
    var queueDidChange: () -> Void
    /// Called when a station that the listener chose is connected and replaces the former station.
    var ready: () -> Void
    /// Called with a station that failed, and the reason in words.
    var failed: (Station, String) -> Void
    /// Called when the player has ended, with the cause.
    var ended: (ScreenPlayerEnd) -> Void
}

/// Why a player has ended.
enum ScreenPlayerEnd {
    /// The sleep timer has ended the sound.
    case asleep
    /// The connection to the shared player has ended.
    case gone
}
