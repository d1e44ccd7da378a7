import LongwaveTerminal
import RadioService

/// Carries out the keys' actions for a player of this process, in `play` and on the screen.
///
/// The controls are used only on the player's loop.
final class PlayerControls {
    private let radio: Radio
    private let settings: () -> KeepSettings
    /// Shows a line to the person.
    private let say: (String) -> Void
    /// Called when the sleep timer has ended the sound.
    private let onSleep: () -> Void
    /// Called with the levels of the sound for the meter; nil when the meter is hidden.
    private let onLevels: (AudioLevels?) -> Void
    private(set) var sleepTimer: SleepTimer?
    /// The observation of the levels while the meter is shown.
    private var meter: PlaybackObservation?
    /// The recording that the key R began.
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

    /// Ends the meter and the sleep timer.
    func finish() { (meter, sleepTimer) = (nil, nil) }

    /// Carries out the action of a key.
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
        // These keys concern only the program or the screen, not the player.
        case _: break
        }
    }

    private func nothingElse() { say("there is nothing else in the queue") }

    // MARK: Moving

    /// The time by which an arrow key moves the position.
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

    /// Begins to rewind or fast-forward. If this direction was already chosen, plays normally again.
    private func scan(_ direction: ScanDirection, _ manager: isolated PlaybackManager) {
        if manager.snapshot.scan == direction { return manager.endScan() }
        do { try manager.beginScan(direction) } catch { say(error.sentence) }
    }

    // MARK: The queue

    private func shuffle(_ manager: isolated PlaybackManager) {
        manager.setShuffled(!manager.queue.isShuffled)
        say(manager.queue.isShuffled ? "shuffle: on" : "shuffle: off")
    }

    /// Switches to the next repeat mode.
    private func repeatOtherwise(_ manager: isolated PlaybackManager) {
        let modes = PlaybackQueue.RepeatMode.allCases
        let next = ((modes.firstIndex(of: manager.queue.repeatMode) ?? 0) + 1) % modes.count
        manager.setRepeatMode(modes[next])
        say("repeat: \(modes[next].rawValue)")
    }

    // MARK: The rate

    /// The rates that the keys for slower and faster choose from.
    static let rates = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

    private func changeRate(by steps: Int, _ manager: isolated PlaybackManager) {
        let now = manager.snapshot.rate
        let next = steps > 0 ? Self.rates.first { $0 > now } : Self.rates.last { $0 < now }
        if let next { setRate(next, manager) }
    }

    /// A playback rate that hardly sounds different from 1. In 20 hours, it brings the listener one hour closer to the
    /// live edge.
    static let catchUpRate = 1.05

    private func setRate(_ rate: Double, _ manager: isolated PlaybackManager) {
        let before = manager.snapshot.rate
        manager.setRate(rate)
        if rate > 1, rate != before, manager.snapshot.rate == before { say("already at the live edge") }
    }

    /// Shows or hides the meter.
    private func switchMeter(_ manager: isolated PlaybackManager) {
        guard meter == nil else {
            meter = nil
            return onLevels(nil)
        }
        meter = manager.observeLevels { [self] in onLevels($0) }
    }

    // MARK: Falling asleep

    /// The times after which the sleep timer ends the sound. Each press of the sleep key sets the next time. After the
    /// last one, the key switches the timer off.
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

    /// Returns the next time that the sleep key sets; nil if the key switches the timer off.
    ///
    /// Skips a time that is at most a minute longer than `left`. When the key is pressed again, a few seconds of the
    /// timer's time have passed, and the same time must not be set again.
    /// - Parameter left: the time until the timer ends the sound; nil if the timer is off.
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

    /// Reports the start or the end of a recording.
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
