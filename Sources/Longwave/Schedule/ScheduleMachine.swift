import RadioLoop

/// Decides when what a schedule demands changes, and when an alarm rings. Pure: the wall clock, which may jump, and the
/// time since the computer was started, which does not, are parameters.
package struct ScheduleMachine: Sendable {
    /// An alarm that the clock has passed by a jump, or while the computer slept, still rings if it is late by less than
    /// this many seconds. The same alarm does not ring twice in this time if the clock jumps back.
    static let latest: Int64 = 3600
    /// The first time that a clock can show. Before (2023-11-14), nobody has set the clock yet, and nothing is done.
    static let earliest: Int64 = 1_700_000_000

    /// What happens now.
    package struct Change: Hashable, Sendable {
        /// What the schedule demands, if that has changed.
        var hold: ScheduleHold?
        /// The alarm that rings now.
        var alarm: ScheduleOccurrence?
        /// When the schedule has to be looked at again, if no clock jumps; nil if it has no further event.
        var next: Int64?
    }

    package var schedule = Schedule()
    /// What the schedule demanded when it was last looked at; nil before the first time.
    private(set) var hold: ScheduleHold?
    /// The time up to which all alarms have rung.
    private(set) var seen: Int64?
    /// When the alarms of the schedule rang last, by name: the time of the occurrence, and the time since the computer
    /// was started.
    private var rung: [String: (start: Int64, at: MonotonicInstant)] = [:]

    /// - Parameter seen: the time up to which an earlier run of the program has rung all alarms; nil if there was none.
    package init(seen: Int64?) { self.seen = seen }

    /// Looks at the schedule at the time `now`, in seconds since 1970-01-01T00:00:00Z.
    package mutating func step(now: Int64, uptime: MonotonicInstant, _ zone: LocalZone) -> Change {
        guard now >= Self.earliest else { return Change() }
        var change = Change()
        let hold = schedule.hold(at: now, zone)
        if hold != self.hold { (self.hold, change.hold) = (hold, hold) }
        let early = max(min(seen ?? now, now), now - Self.latest)
        seen = now
        rung = rung.filter { $0.value.at.duration(to: uptime) < .seconds(Self.latest) }
        // Of several alarms that were missed, the last one rings.
        change.alarm = schedule.alarms(after: early, through: now, zone).last { rung[$0.entry.name]?.start != $0.start }
        if let alarm = change.alarm { rung[alarm.entry.name] = (alarm.start, uptime) }
        change.next = schedule.events(after: now, zone).first?.time
        return change
    }
}

/// An alarm that rings, or rings again after a while.
public struct AlarmState: Hashable, Sendable {
    /// The name of the alarm's entry in the schedule.
    public var name: String
    /// The time until the alarm rings again; nil if it rings.
    public var snooze: Duration?

    package init(name: String, snooze: Duration?) {
        self.name = name
        self.snooze = snooze
    }
}

/// Decides which of its sources an alarm plays: the next one whenever none was heard for a few seconds, and after the
/// last the tone, until it is stopped. Pure.
package struct AlarmMachine: Hashable, Sendable {
    /// How long a source may be silent. A station usually takes two seconds until it is heard.
    static let patience = Duration.seconds(6)

    enum State: Hashable, Sendable {
        /// The source at this index is played; the index after the last is the tone. It was heard last, or began, at
        /// `heard`.
        case ringing(source: Int, heard: MonotonicInstant)
        /// The alarm rings again at this time.
        case snoozing(until: MonotonicInstant)
    }

    let occurrence: ScheduleOccurrence
    let alarm: Schedule.Alarm
    private(set) var state: State
    /// When the fade-in began.
    private(set) var began: MonotonicInstant

    init?(_ occurrence: ScheduleOccurrence, now: MonotonicInstant) {
        guard case .alarm(let alarm) = occurrence.entry.action else { return nil }
        (self.occurrence, self.alarm, began) = (occurrence, alarm, now)
        state = .ringing(source: 0, heard: now)
    }

    var rings: Bool { if case .ringing = state { true } else { false } }

    /// The time until a snoozed alarm rings again; nil if it rings.
    func snoozeLeft(now: MonotonicInstant) -> Duration? {
        if case .snoozing(let until) = state { max(now.duration(to: until), .zero) } else { nil }
    }

    /// Returns the index of the source that must begin now, or nil.
    /// - Parameter isHeard: whether sound is heard now.
    mutating func step(now: MonotonicInstant, isHeard: Bool) -> Int? {
        switch state {
        case .snoozing(let until):
            guard now >= until else { return nil }
            began = now
            return begin(0, now)
        case .ringing(let source, let heard):
            if isHeard { state = .ringing(source: source, heard: now) }
            guard !isHeard, heard.duration(to: now) >= Self.patience else { return nil }
            return begin(source + 1, now)
        }
    }

    /// Returns the index of the source to play in place of the one at `index`, which cannot be played; nil if that one
    /// is not played any more.
    mutating func failed(_ index: Int, now: MonotonicInstant) -> Int? {
        guard case .ringing(index, _) = state else { return nil }
        return begin(index + 1, now)
    }

    mutating func snooze(for span: Duration?, now: MonotonicInstant) {
        state = .snoozing(until: now.advanced(by: span ?? alarm.snooze))
    }

    /// The gain of the fade-in in decibels, which is 0 after it.
    func gain(now: MonotonicInstant) -> Double {
        guard alarm.fadeIn > .zero else { return 0 }
        return Self.softest * (1 - min(max(0, began.duration(to: now) / alarm.fadeIn), 1))
    }

    /// The time until the end of the fade-in.
    func fadeLeft(now: MonotonicInstant) -> Duration { max(alarm.fadeIn - began.duration(to: now), .zero) }

    /// The gain at the beginning of the fade-in, in decibels.
    private static let softest = -30.0

    private mutating func begin(_ source: Int, _ now: MonotonicInstant) -> Int {
        let next = min(source, alarm.sources.count)
        state = .ringing(source: next, heard: now)
        return next
    }
}
