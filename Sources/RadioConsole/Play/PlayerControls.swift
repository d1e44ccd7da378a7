import LongwaveTerminal
import RadioService

/// Carries out the actions of keys on a player of this process, in `play` and in the full-screen player.
///
/// The controls are used only on the player's loop.
final class PlayerControls {
    private let radio: Radio
    private let settings: () -> KeepSettings
    /// Shows a line to the person.
    private let say: (String) -> Void
    /// Called when the sleep timer has ended the sound.
    private let onSleep: () -> Void
    /// Called with the levels of the sound while the meter is shown, and with nil when the meter is hidden.
    private let onLevels: (AudioLevels?) -> Void
    private(set) var sleepTimer: SleepTimer?
    /// The observation of the sound's levels; nil while the meter is hidden.
    private var meter: PlaybackObservation?
    /// The running recording that the key R began; nil if there is none.
    private var recording: Recording.ID?

    init(
        _ radio: Radio, keeping settings: @escaping () -> KeepSettings, say: @escaping (String) -> Void,
        onLevels: @escaping (AudioLevels?) -> Void, onSleep: @escaping () -> Void
    ) {
        self.radio = radio
        self.settings = settings
        self.say = say
        self.onLevels = onLevels
        self.onSleep = onSleep
    }

    /// Ends the meter and the sleep timer, because the session ends.
    func finish() { (meter, sleepTimer) = (nil, nil) }

    /// Carries out the action of a key on the player. Ignores actions that do not concern the player.
    func press(_ action: KeyAction, _ manager: isolated PlaybackManager) {
        let snapshot = manager.snapshot
        let hasOthers = manager.queue.entries.count > 1
        switch action {
        case .toggle: manager.toggle()
        case .louder: manager.setVolume(VolumeStep.volume(snapshot.volume, by: 1))
        case .quieter: manager.setVolume(VolumeStep.volume(snapshot.volume, by: -1))
        case .mute: manager.setMuted(!snapshot.isMuted)
        case .next: hasOthers ? manager.next() : nothingElse()
        case .previous: hasOthers ? manager.previous() : nothingElse()
        case .back: move(by: .zero - Self.step, manager)
        case .forward: move(by: Self.step, manager)
        case .titleBefore: move(toTitle: -1, manager)
        case .titleBegin: move(toTitle: 0, manager)
        case .titleAfter: move(toTitle: 1, manager)
        case .liveEdge: manager.play(atLiveEdge: true)
        case .shuffle: hasOthers ? shuffle(manager) : nothingElse()
        case .repetition: repeatOtherwise(manager)
        case .rewind: scan(.backward, manager)
        case .fastForward: scan(.forward, manager)
        case .meter: switchMeter(manager)
        case .sleep: nextSleep(manager)
        case .catchUp: setRate(Self.catchUpRate, manager)
        case .slower: changeRate(by: -1, manager)
        case .faster: changeRate(by: 1, manager)
        case .like: like(manager)
        case .keepTitle: record(snapshot.nowPlaying == nil ? .last(keeping.span) : .title, manager)
        case .keepLast: record(.last(keeping.span), manager)
        case .record: recording == nil ? record(.fromNow, manager) : endRecording(manager)
        // All other actions concern only the program or the screen, not the player.
        case _: break
        }
    }

    private func nothingElse() { say("there is nothing else in the queue") }

    // MARK: Moving

    /// How far one press of an arrow key moves the playback position.
    private static let step = Duration.seconds(10)

    private func move(by offset: Duration, _ manager: isolated PlaybackManager) {
        seek(manager) { manager throws(SeekError) in try manager.seek(by: offset) }
    }

    private func move(toTitle offset: Int, _ manager: isolated PlaybackManager) {
        seek(manager) { manager throws(SeekError) in try manager.seek(toTitle: offset) }
    }

    private func seek(
        _ manager: isolated PlaybackManager, _ body: (isolated PlaybackManager) throws(SeekError) -> Void
    ) {
        do { try body(manager) } catch { return say(error.sentence) }
        let snapshot = manager.snapshot
        if snapshot.stream?.duration == nil { say("\(StatusLine.clock(snapshot.liveOffset)) behind live") }
    }

    /// Begins to rewind or fast-forward. If the player already does so in this direction, plays normally again.
    private func scan(_ direction: ScanDirection, _ manager: isolated PlaybackManager) {
        if manager.snapshot.scan == direction { return manager.endScan() }
        do { try manager.beginScan(direction) } catch { say(error.sentence) }
    }

    // MARK: The queue

    private func shuffle(_ manager: isolated PlaybackManager) {
        manager.setShuffled(!manager.queue.isShuffled)
        say(manager.queue.isShuffled ? "shuffle: on" : "shuffle: off")
    }

    /// Sets the queue's repeat mode to the next of all modes.
    private func repeatOtherwise(_ manager: isolated PlaybackManager) {
        let modes = PlaybackQueue.RepeatMode.allCases
        let next = ((modes.firstIndex(of: manager.queue.repeatMode) ?? 0) + 1) % modes.count
        manager.setRepeatMode(modes[next])
        say("repeat: \(modes[next].rawValue)")
    }

    // MARK: The rate

    /// The playback rates that the keys for slower and faster choose from; 1 is normal.
    static let rates = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

    private func changeRate(by steps: Int, _ manager: isolated PlaybackManager) {
        let now = manager.snapshot.rate
        let next = steps > 0 ? Self.rates.first { $0 > now } : Self.rates.last { $0 < now }
        if let next { setRate(next, manager) }
    }

    /// The playback rate of the key for catching up. It hardly sounds different from the normal rate 1. In 20 hours, it
    /// brings the listener one hour closer to the live edge.
    static let catchUpRate = 1.05

    private func setRate(_ rate: Double, _ manager: isolated PlaybackManager) {
        let before = manager.snapshot.rate
        manager.setRate(rate)
        if rate > 1, rate != before, manager.snapshot.rate == before { say("already at the live edge") }
    }

    /// Shows or hides the meter, which shows the levels of the sound.
    private func switchMeter(_ manager: isolated PlaybackManager) {
        guard meter == nil else {
            meter = nil
            return onLevels(nil)
        }
        meter = manager.observeLevels { [self] in onLevels($0) }
    }

    // MARK: Falling asleep

    /// The times after which the sleep timer ends the sound: 15, 30, 60 and 90 min. Each press of the sleep key sets
    /// the next longer time. After the longest time, the key switches the timer off.
    private static let sleeps: [Duration] = [.seconds(900), .seconds(1800), .seconds(3600), .seconds(5400)]

    private func nextSleep(_ manager: isolated PlaybackManager) {
        let left = sleepTimer.map { manager.loop.now.duration(to: $0.deadline) }
        guard let next = Self.nextSleep(left: left) else {
            sleepTimer = nil
            return say("sleep timer: off")
        }
        fallAsleep(after: next, manager)
        say("sleep timer: \(StatusLine.clock(next))")
    }

    /// Returns the time that the next press of the sleep key sets; nil if the press switches the timer off.
    ///
    /// The time must be more than a minute longer than `left`. Otherwise, a press a few seconds after the last one
    /// would set the same time again, because `left` is then slightly shorter than that time.
    /// - Parameter left: the remaining time until the sleep timer ends the sound; nil if the timer is off.
    static func nextSleep(left: Duration?) -> Duration? { sleeps.first { $0 > (left ?? .zero) + .seconds(60) } }

    func fallAsleep(after duration: Duration, _ manager: isolated PlaybackManager) {
        sleepTimer = SleepTimer(manager, after: duration) { [weak self] in
            self?.sleepTimer = nil
            self?.onSleep()
        }
    }

    // MARK: Liking

    /// Likes the title that is heard, or removes the like.
    private func like(_ manager: isolated PlaybackManager) {
        let text = manager.snapshot.nowPlaying?.track.text ?? ""
        radio.like(nil, on: manager) { [weak self] result in
            switch result {
            case .success(true): self?.say("you like \(text)")
            case .success(false): self?.say("you no longer like \(text)")
            case .failure(let error): self?.say(error.sentence)
            }
        }
    }

    // MARK: Recording

    private var keeping: KeepSettings { settings() }

    private func record(_ extent: RecordingOptions.Extent, _ manager: isolated PlaybackManager) {
        do {
            let new = try manager.record(RecordingOptions(extent, folder: keeping.folder))
            if extent == .fromNow { recording = new.id }
        } catch { say(error.sentence) }
    }

    private func endRecording(_ manager: isolated PlaybackManager) {
        if let recording { manager.endRecording(recording) }
    }

    /// Shows a message about the start, the end or the failure of a recording.
    func received(_ changed: Recording) {
        let path = changed.path ?? keeping.folder
        switch changed.state {
        case .recording:
            say("writing \(path)" + (changed.hasBeginning ? "" : "; its beginning is missing"))
        case .ended: say("written: \(path), \(StatusLine.clock(changed.duration))")
        case .failed(let error): say("the recording failed. \(PlaybackError.output(error).sentence)")
        }
        if changed.state != .recording, recording == changed.id { recording = nil }
    }
}
