import LongwaveTerminal

/// What the screen shows and commands: a player of this process, or the shared one. It belongs to the loop.
protocol ScreenPlayer: AnyObject {
    /// Sound is heard now: another station is tried before it gives way.
    var isSounding: Bool { get }
    /// Something plays, is paused or is in the queue.
    var hasSomething: Bool { get }

    /// Carries out a key of what plays.
    func press(_ action: KeyAction, _ manager: isolated PlaybackManager)
    /// Plays one of some stations, the others around it.
    func play(_ stations: [Station], at index: Int, _ manager: isolated PlaybackManager)
    func play(file path: String, _ manager: isolated PlaybackManager)
    func playEntry(at place: Int, _ manager: isolated PlaybackManager)
    func removeEntry(at place: Int, _ manager: isolated PlaybackManager)
    func moveEntry(from place: Int, to target: Int, _ manager: isolated PlaybackManager)
    func enqueue(_ station: Station, isNext: Bool, _ manager: isolated PlaybackManager)
    func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueueRow]) -> Void)
    func listDevices(_ manager: isolated PlaybackManager, then: @escaping ([ChoiceRow]) -> Void)
    func useDevice(_ name: String, _ manager: isolated PlaybackManager)
    /// Links of the title that is heard.
    func links(_ manager: isolated PlaybackManager) -> [SongLink]
    /// Tells anew what plays: a second has passed.
    func tick(_ manager: isolated PlaybackManager)
    func finish(_ manager: isolated PlaybackManager)
}

/// What a player tells the screen.
struct ScreenPlayerNews {
    var playing: (ScreenPlaying) -> Void
    var levels: (AudioLevels?) -> Void
    /// A line for the person.
    var say: (String) -> Void
    /// Another title is heard, or another station plays.
    var titleDidChange: () -> Void
    var queueDidChange: () -> Void
    /// A station that was wanted begins to play.
    var ready: () -> Void
    /// A station did not play.
    var failed: (Station, String) -> Void
    /// The player is gone, or the sleep timer has ended the sound.
    var ended: (ScreenPlayerEnd) -> Void
}

enum ScreenPlayerEnd {
    case asleep
    case gone
}
