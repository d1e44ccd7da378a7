import Glibc
import RadioAudio
import RadioLoop
import RadioPlayer
import RadioStations

/// Carries out a schedule on a radio's player, and rings its alarms. Used on the player's loop only.
///
/// The runner acts when an entry begins or ends. In between, a person's commands hold.
package final class ScheduleRunner {
    private unowned let radio: Radio
    private let manager: PlaybackManager
    private let loop: EventLoop
    private let zone: LocalZone
    private let report: (String) -> Void
    private var machine: ScheduleMachine
    private var file: WatchedFile<Result<Schedule, ScheduleError>?>?
    /// Watches for a change of the computer's time zone.
    private var zoneWatch: FileWatch?
    private var timer: LoopTimer?
    private var alarm: AlarmRinging?
    /// Whether the file was read, or is missing.
    private(set) var hasRead = false
    /// Whether the runner itself gives a command now.
    private var isCommanding = false
    /// Whether a person has chosen what plays since the schedule's last choice.
    private var personChose = false
    /// The listener's own volume, and the one that the schedule has set in its place; nil if the schedule sets none.
    private var volume: (own: Double, set: Double)?

    /// The longest time between two looks at the clock, which may run slower or faster than the timer.
    private static let longestWait: Int64 = 3_600_000
    static let noAlarm = "no alarm rings"

    /// Reads the schedule's file, and carries the schedule out from then on.
    /// - Parameters:
    ///   - seen: ``seen`` of the program's last run; nil if there was none.
    ///   - report: called with each action of the schedule, and with problems.
    package init(
        _ radio: Radio, path: String, seen: Int64?, zone: LocalZone = .system, on manager: isolated PlaybackManager,
        report: @escaping (String) -> Void
    ) {
        (self.radio, self.manager, loop, self.zone, self.report) = (radio, manager, manager.loop, zone, report)
        machine = ScheduleMachine(seen: seen)
        timer = loop.makeTimer { [weak self] in self?.look(manager) }
        manager.onClockSet = { [weak self] in self?.look(manager) }
        zoneWatch = FileWatch(loop, ["/etc/localtime"]) { [weak self] in self?.look(manager) }
        file = WatchedFile(
            loop, path, state: nil, refused: .failure(ScheduleError(BlockingWorker.refusal + ".")),
            read: { ScheduleFile(path: path).readIfPresent() }
        ) { [weak self] in self?.received($0, path, manager) }
        radio.use(self, on: manager)
        if !LocalFile.exists(path) { received(nil, path, manager) }
    }

    deinit { timer?.cancel() }

    /// Does nothing from now on. An alarm that rings now is not ``seen``.
    package func end(_ manager: isolated PlaybackManager) {
        timer?.cancel()
        alarm?.timer?.cancel()
        (timer, file, zoneWatch) = (nil, nil, nil)
        manager.onClockSet = nil
    }

    /// The time up to which all alarms have rung and were stopped, to be stored for the next run of the program.
    package var seen: Int64? { alarm.map { $0.machine.occurrence.start - 1 } ?? machine.seen }

    /// The alarm that rings or is snoozed.
    var alarmState: AlarmState? {
        alarm.map { AlarmState(name: $0.name, snooze: $0.machine.snoozeLeft(now: loop.now)) }
    }

    private func received(
        _ result: Result<Schedule, ScheduleError>?, _ path: String, _ manager: isolated PlaybackManager
    ) {
        // An alarm that is added after its time does not ring. One that is missed between two runs of the program does.
        if hasRead { look(manager) }
        hasRead = true
        switch result {
        case .success(let schedule)?: machine.schedule = schedule
        case .failure(let error)?: report("\(path): \(error.sentence) The schedule does not change.")
        case nil: machine.schedule = Schedule()
        }
        look(manager)
    }

    /// Does what the schedule demands now.
    package func look(_ manager: isolated PlaybackManager) {
        tzset()
        let (milliseconds, former) = (loop.wallClock.milliseconds(loop.now), machine.hold)
        let change = machine.step(now: milliseconds / 1000, uptime: loop.bootTime, zone)
        let wait = (change.next ?? .max / 1000) * 1000 - milliseconds
        timer?.rearm(after: .milliseconds(min(max(wait, 1), Self.longestWait)))
        if let hold = change.hold, alarm == nil { use(hold, after: former, manager) }
        if let occurrence = change.alarm { ring(occurrence, manager) }
    }

    // MARK: What plays

    private func use(_ hold: ScheduleHold, after former: ScheduleHold?, _ manager: isolated PlaybackManager) {
        setVolume(hold, after: former, manager)
        if let slot = hold.slot, slot != former?.slot {
            play(slot.entry, after: former?.slot?.entry, manager)
        } else if hold.isSilent, former?.isSilent != true {
            stop("quiet hours", manager)
        } else if hold.slot == nil, let ended = former?.slot, !personChose {
            stop("\"\(ended.entry.name)\" ends", manager)
        }
    }

    private func stop(_ reason: String, _ manager: isolated PlaybackManager) {
        personChose = false
        report("schedule: \(reason)")
        command(.stop, manager)
    }

    private func play(_ entry: Schedule.Entry, after former: Schedule.Entry?, _ manager: isolated PlaybackManager) {
        let goesOn = !personChose && former?.source == entry.source && manager.snapshot.intent == .playing
        personChose = false
        guard !goesOn, let source = entry.source else { return }
        report("schedule: \"\(entry.name)\" begins")
        command(.play(PlayRequest(source)), manager) { [report] result in
            guard case .failure(let error) = result else { return }
            report("schedule: \"\(entry.name)\": \(error.sentence)")
        }
    }

    /// Sets the volume that the schedule demands, or the listener's own if the schedule demands none any more.
    private func setVolume(_ hold: ScheduleHold, after former: ScheduleHold?, _ manager: isolated PlaybackManager) {
        guard hold.volume != former?.volume || hold.limit != former?.limit else { return }
        let current = manager.snapshot.volume
        let own = volume.map { abs($0.set - current) < 0.01 ? $0.own : current } ?? current
        let wished = hold.volume?.entry.volume
        let target = min(wished ?? own, hold.limit ?? 1)
        volume = wished == nil && hold.limit == nil ? nil : (own, target)
        if target != current { command(.setVolume(target), manager) }
    }

    private func command(
        _ command: PlayerCommand, _ manager: isolated PlaybackManager, then answer: @escaping Radio.Answer = { _ in }
    ) {
        isCommanding = true
        radio.perform(command, on: manager, then: answer)
        isCommanding = false
    }

    /// Called before a command is carried out. Returns true if the command has stopped an alarm, and nothing is left to
    /// do.
    func takes(_ command: PlayerCommand, _ manager: isolated PlaybackManager) -> Bool {
        guard !isCommanding else { return false }
        switch command {
        case .pause, .toggle, .stop:
            let rings = alarm?.machine.rings == true
            personActs(manager)
            if rings { manager.stop() }
            return rings
        case .play, .next, .previous, .playEntry, .interrupt(true):
            personActs(manager)
            return false
        case _: return false
        }
    }

    /// Ends the alarm, because a person has chosen what plays.
    package func personActs(_ manager: isolated PlaybackManager) {
        personChose = true
        guard let ended = alarm else { return }
        report("alarm \"\(ended.name)\": stopped")
        silence(manager)
        alarm = nil
    }

    // MARK: Alarms

    private func ring(_ occurrence: ScheduleOccurrence, _ manager: isolated PlaybackManager) {
        if alarm != nil { silence(manager) }
        guard let machine = AlarmMachine(occurrence, now: loop.now) else { return }
        alarm = AlarmRinging(machine, loop) { [weak self] in self?.tick(manager) }
        begin(0, manager)
    }

    /// Rings with the source at an index; the index after the last is the tone.
    private func begin(_ index: Int, _ manager: isolated PlaybackManager) {
        guard let alarm else { return }
        if alarm.before == nil {
            report("alarm \"\(alarm.name)\": rings")
            alarm.before = .init(manager, areStations: radio.playsStations(on: manager), hold: machine.hold)
            alarm.levels = manager.observeLevels { [weak alarm] in alarm?.isLoud = $0.isLoud }
            command(.sleep(nil), manager)
            command(.setVolume(alarm.machine.alarm.volume), manager)
        }
        if manager.snapshot.isMuted { command(.mute(false), manager) }
        alarm.isLoud = false
        let now = loop.now
        let start = Float(Decibels.amplitude(alarm.machine.gain(now: now)))
        manager.dim(to: 1, from: start, over: alarm.machine.fadeLeft(now: now))
        alarm.timer?.rearm(after: AlarmRinging.interval)
        guard alarm.machine.alarm.sources.indices.contains(index) else { return playTone(alarm, manager) }
        command(.play(PlayRequest(alarm.machine.alarm.sources[index])), manager) { [weak self, weak alarm] result in
            guard let self, let alarm, alarm === self.alarm, case .failure(let error) = result else { return }
            report("alarm \"\(alarm.name)\": \(error.sentence)")
            if let next = alarm.machine.failed(index, now: loop.now) { begin(next, manager) }
        }
    }

    private func playTone(_ alarm: AlarmRinging, _ manager: isolated PlaybackManager) {
        report("alarm \"\(alarm.name)\": plays its tone")
        alarm.tone = alarm.tone ?? AlarmTone()
        guard let tone = alarm.tone else { return }
        manager.endInterruption()
        var selection = Selection(items: [tone.item], isStation: false)
        selection.queue.repeatMode = .one
        radio.begin(selection, on: manager)
    }

    private func tick(_ manager: isolated PlaybackManager) {
        guard let alarm else { return }
        let isHeard = manager.snapshot.status == .playing && alarm.isLoud
        if let next = alarm.machine.step(now: loop.now, isHeard: isHeard) { return begin(next, manager) }
        guard alarm.machine.rings else { return alarm.rearm(alarm.machine.snoozeLeft(now: loop.now)) }
        alarm.rearm(nil)
    }

    /// Silences the alarm that rings, to ring again later.
    /// - Parameter span: the time until then; nil for that of the alarm.
    func snooze(_ span: Duration?, _ manager: isolated PlaybackManager) throws(PlayerCommandError) {
        guard let alarm else { throw .noEffect(Self.noAlarm) }
        let rings = alarm.machine.rings
        alarm.machine.snooze(for: span, now: loop.now)
        report("alarm \"\(alarm.name)\": snoozed")
        if rings { silence(manager) }
        alarm.rearm(alarm.machine.snoozeLeft(now: loop.now))
    }

    /// Ends the sound of the alarm, and restores the listener's volume. If the tone plays, restores the queue, too.
    private func silence(_ manager: isolated PlaybackManager) {
        guard let alarm, let before = alarm.before.take() else { return }
        alarm.levels = nil
        command(.stop, manager)
        manager.dim(to: 1)
        if abs(manager.snapshot.volume - alarm.machine.alarm.volume) < 0.01 {
            command(.setVolume(before.volume), manager)
        }
        if alarm.tone.take() != nil {
            let selection = Selection(
                items: before.queue.items, index: before.queue.index, isStation: before.areStations)
            if selection.items.isEmpty { manager.setQueue([]) } else { radio.follow(selection, on: manager) }
            manager.setQueue(before.queue)
        }
        if let hold = machine.hold { setVolume(hold, after: before.hold, manager) }
    }
}

/// An alarm that rings or is snoozed.
private final class AlarmRinging {
    /// The time between two looks at whether the alarm is heard, and between two steps of the fade-in.
    static let interval = Duration.milliseconds(500)

    /// What the alarm has changed, to be restored after it.
    struct Before {
        let volume: Double
        let queue: PlaybackQueue
        let areStations: Bool
        let hold: ScheduleHold?

        init(_ manager: isolated PlaybackManager, areStations: Bool, hold: ScheduleHold?) {
            (volume, queue) = (manager.snapshot.volume, manager.queue)
            (self.areStations, self.hold) = (areStations, hold)
        }
    }

    var machine: AlarmMachine
    /// Nil while the alarm is snoozed.
    var before: Before?
    var levels: PlaybackObservation?
    /// Whether the newest sound that was heard was more than digital silence.
    var isLoud = false
    var tone: AlarmTone?
    private(set) var timer: LoopTimer?
    var name: String { machine.occurrence.entry.name }

    init(_ machine: AlarmMachine, _ loop: EventLoop, onTimer: @escaping () -> Void) {
        self.machine = machine
        timer = loop.makeTimer(onTimer)
    }

    deinit { timer?.cancel() }

    func rearm(_ delay: Duration?) { timer?.rearm(after: delay ?? Self.interval) }
}

extension AudioLevels {
    /// Whether the sound is louder than the noise of silence.
    fileprivate var isLoud: Bool { channels.contains { $0.peak > -85 } }
}

extension Radio {
    /// Makes a schedule hear of the commands of people. The radio does not keep it.
    func use(_ schedule: ScheduleRunner?, on manager: isolated PlaybackManager) { state.commands.schedule = schedule }
}
