import LongwaveTerminal

/// The player that the screen shows and controls: a player of this process, or the shared player.
///
/// The player is used only on the loop.
protocol ScreenPlayer: AnyObject {
    /// Whether sound is heard now. If it is, a new station is prepared before it replaces the current station.
    var isSounding: Bool { get }
    /// Whether something plays, is paused or is in the queue.
    var hasSomething: Bool { get }

    /// Carries out the action of a key on the player.
    func press(_ action: KeyAction, _ manager: isolated PlaybackManager)
    /// Plays the station at an index.
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
    /// Returns the links of the title that is heard.
    func links(_ manager: isolated PlaybackManager) -> [SongLink]
    /// Reports the current state, once a second.
    func tick(_ manager: isolated PlaybackManager)
    /// Ends the screen's use of the player.
    func finish(_ manager: isolated PlaybackManager)
}

/// The closures by which a player reports to the screen.
struct ScreenPlayerNews {
    /// Called with the player's state.
    var playing: (ScreenPlaying) -> Void
    /// Called with the levels of the sound for the meter; nil when the meter is hidden.
    var levels: (AudioLevels?) -> Void
    /// Shows a line to the person.
    var say: (String) -> Void
    /// Called when another title is heard.
    var titleDidChange: () -> Void
    /// Called when the queue or its current entry has changed.
    var queueDidChange: () -> Void
    /// Called when a chosen station begins to play.
    var ready: () -> Void
    /// Called with a station that does not play, and the reason.
    var failed: (Station, String) -> Void
    /// Called when the sleep timer has ended the sound, or the shared player is gone.
    var ended: (ScreenPlayerEnd) -> Void
}

/// Why a player has ended.
enum ScreenPlayerEnd {
    /// The sleep timer has ended the sound.
    case asleep
    /// The connection to the shared player has ended.
    case gone
}
