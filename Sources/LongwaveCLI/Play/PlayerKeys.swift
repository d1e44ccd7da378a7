import LongwaveTerminal

/// Turns the actions of keys into commands to a player, in `play` and in the full-screen player, and says what they
/// did.
///
/// The keys are used only on the player's loop.
final class PlayerKeys {
    private let link: any PlayerLink
    private let settings: () -> KeepSettings
    /// Shows a line to the person.
    private let say: (String) -> Void
    /// Called with the levels of the sound while the meter is shown, and with nil when the meter is hidden.
    private let onLevels: (AudioLevels?) -> Void
    private var hasMeter = false

    init(
        _ link: any PlayerLink, keeping settings: @escaping () -> KeepSettings, say: @escaping (String) -> Void,
        onLevels: @escaping (AudioLevels?) -> Void
    ) {
        self.link = link
        self.settings = settings
        self.say = say
        self.onLevels = onLevels
        link.onLevels = { [weak self] in if self?.hasMeter == true { onLevels($0) } }
    }

    /// Carries out a command. If it fails, says why; otherwise says what `words` returns for the state after it.
    func perform(
        _ command: PlayerCommand, _ manager: isolated PlaybackManager,
        words: @escaping (PlayerState) -> String? = { _ in nil }
    ) {
        link.perform(command, manager) { [say] result in
            switch result {
            case .failure(let error): say(error.sentence)
            case .success(.state(let state)): if let text = words(state) { say(text) }
            case .success(.liked): break
            }
        }
    }

    /// Carries out the action of a key on the player. Ignores actions that do not concern the player.
    func press(_ action: KeyAction, _ manager: isolated PlaybackManager) {
        let state = link.state(manager)
        let snapshot = state.snapshot
        switch action {
        case .toggle: perform(.toggle, manager)
        case .louder: perform(.setVolume(VolumeStep.volume(snapshot.volume, by: 1)), manager)
        case .quieter: perform(.setVolume(VolumeStep.volume(snapshot.volume, by: -1)), manager)
        case .mute: perform(.mute(nil), manager)
        case .next: perform(.next, manager)
        case .previous: perform(.previous, manager)
        case .back: seek(.by(-Self.step), manager)
        case .forward: seek(.by(Self.step), manager)
        case .titleBefore: seek(.title(-1), manager)
        case .titleBegin: seek(.title(0), manager)
        case .titleAfter: seek(.title(1), manager)
        case .liveEdge: perform(.seek(.live), manager)
        case .shuffle:
            perform(.shuffle(nil), manager) { "shuffle: \($0.snapshot.queue.isShuffled ? "on" : "off")" }
        case .repetition:
            let modes = PlaybackQueue.RepeatMode.allCases
            let next = modes[((modes.firstIndex(of: snapshot.queue.repeatMode) ?? 0) + 1) % modes.count]
            perform(.repeatQueue(next), manager) { _ in "repeat: \(next.rawValue)" }
        case .rewind: scan(.backward, snapshot, manager)
        case .fastForward: scan(.forward, snapshot, manager)
        case .meter:
            hasMeter.toggle()
            link.wantLevels(hasMeter, manager)
            if !hasMeter { onLevels(nil) }
        case .sleep where state.alarm?.snooze == nil && state.alarm != nil:
            perform(.snooze(nil), manager) { "alarm \(PlayerWords($0)["alarm"])" }
        case .sleep:
            let next = Self.nextSleep(left: state.sleep)
            perform(.sleep(next), manager) { _ in "sleep timer: \(next.map(PlayerWords.clock) ?? "off")" }
        case .catchUp: perform(.setRate(Self.catchUpRate), manager)
        case .slower:
            let slower = Self.rates.last { $0 < snapshot.rate }
            if let slower { perform(.setRate(slower), manager) } else { say("this is the slowest speed") }
        case .faster:
            let faster = Self.rates.first { $0 > snapshot.rate }
            if let faster { perform(.setRate(faster), manager) } else { say("this is the fastest speed") }
        case .like: like(snapshot, manager)
        case .keepTitle: perform(.keep(nil), manager)
        case .keepLast: perform(.keep(settings().span), manager)
        case .record: perform(.record(nil), manager)
        // All other actions concern only the program or the screen, not the player.
        case _: break
        }
    }

    // MARK: Moving

    /// How far one press of an arrow key moves the playback position, in seconds.
    private static let step = 10.0

    /// Moves the position. For a station, shows how far the sound is behind live now.
    private func seek(_ seek: PlayerCommand.Seek, _ manager: isolated PlaybackManager) {
        perform(.seek(seek), manager) { state in
            guard state.snapshot.stream?.duration == nil else { return nil }
            return "\(PlayerWords.clock(state.snapshot.liveOffset)) behind live"
        }
    }

    /// Begins to rewind or fast-forward. If the player already does so in this direction, plays normally again.
    private func scan(_ direction: ScanDirection, _ now: PlaybackSnapshot, _ manager: isolated PlaybackManager) {
        perform(.scan(now.scan == direction ? nil : direction), manager)
    }

    // MARK: The rate

    /// The playback rates that the keys for slower and faster choose from; 1 is normal.
    private static let rates = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
    /// The playback rate of the key for catching up. It hardly sounds different from the normal rate 1. In 20 hours, it
    /// brings the listener one hour closer to the live edge.
    private static let catchUpRate = 1.05

    // MARK: Falling asleep

    /// The times after which the sleep timer ends the sound: 15, 30, 60 and 90 min. Each press of the sleep key sets
    /// the next longer time. After the longest time, the key switches the timer off.
    private static let sleeps: [Duration] = [.seconds(900), .seconds(1800), .seconds(3600), .seconds(5400)]

    /// Returns the time that the next press of the sleep key sets; nil if the press switches the timer off.
    ///
    /// The time must be more than a minute longer than `left`. Otherwise, a press a few seconds after the last one
    /// would set the same time again, because `left` is then slightly shorter than that time.
    /// - Parameter left: the remaining time until the sleep timer ends the sound; nil if the timer is off.
    static func nextSleep(left: Duration?) -> Duration? { sleeps.first { $0 > (left ?? .zero) + .seconds(60) } }

    // MARK: Titles and recordings

    private func like(_ now: PlaybackSnapshot, _ manager: isolated PlaybackManager) {
        let text = now.nowPlaying?.track.text ?? ""
        link.perform(.like(nil), manager) { [say] result in
            switch result {
            case .failure(let error): say(error.sentence)
            case .success(.liked(let isLiked)): say("you \(isLiked ? "like" : "no longer like") \(text)")
            case .success(.state): break
            }
        }
    }

    /// Shows a message about the start, the end or the failure of a recording.
    func received(_ changed: Recording) {
        let path = changed.path ?? settings().folder
        switch changed.state {
        case .recording: say("writing \(path)" + (changed.hasBeginning ? "" : "; its beginning is missing"))
        case .ended where changed.fileCount == 0: say("nothing was written")
        case .ended: say("written: \(path), \(PlayerWords.clock(changed.duration))")
        case .failed(let error): say("the recording failed. \(PlaybackError.output(error).sentence)")
        }
    }

    /// Returns the message after the disk cannot keep past sound any more.
    static func tapeLost(_ why: String) -> String {
        "the sound cannot be kept on the disk (\(why)); 8 MB are kept in memory instead"
    }

    /// Returns the message after a pause that was too long to keep all sound.
    static func skipped(_ duration: Duration) -> String {
        "the pause was longer than the kept sound; \(SessionSummary.length(duration)) are skipped"
    }
}
