import RadioJSON
import RadioLoop

/// What a schedule demands at a time.
package struct ScheduleHold: Hashable, Sendable {
    /// The entry that plays, and when it began; nil if the schedule plays nothing.
    package var slot: ScheduleOccurrence?
    /// The entry that sets the volume, and when it began.
    var volume: ScheduleOccurrence?
    /// The softest limit of the quiet hours; nil if there is none.
    package var limit: Double?
    /// Whether quiet hours demand silence.
    package var isSilent = false
}

/// An entry on one of its days. Times are in seconds since 1970-01-01T00:00:00Z.
package struct ScheduleOccurrence: Hashable, Sendable {
    package var entry: Schedule.Entry
    package var start: Int64
    /// Nil if the entry lasts until another one plays.
    package var end: Int64?

    func holds(at time: Int64) -> Bool { start <= time && end.map { time < $0 } ?? true }
}

/// A moment at which an entry begins or ends.
package struct ScheduleEvent: Hashable, Sendable {
    package var time: Int64
    package var entry: Schedule.Entry
    package var isBeginning: Bool

    package var words: String {
        switch (entry.action, isBeginning) {
        case (.alarm, _): "rings"
        case (_, true): "begins"
        case (_, false): "ends"
        }
    }

    /// The local time with its weekday: `Mon 2026-11-30 07:00`.
    package func localTime(_ zone: LocalZone) -> String {
        let clock = zone.clock(at: time)
        let day = "\(LocalTime.weekdays[clock.weekday].prefix(3)) \(WallClock.text(ofDay: clock.day))"
        return "\(day) \(LocalTime.text(ofSecond: clock.second))"
    }

    /// The event as docs/JSON.md describes it.
    package func json(_ zone: LocalZone) -> JSONNode {
        .members([
            "time": .string(WallClock.rfc3339(milliseconds: time * 1000)), "local": .string(localTime(zone)),
            "event": .string(words), "entry": .string(entry.name),
        ])
    }
}

/// The times of a schedule. Pure: the time zone and the time are parameters, in seconds since 1970-01-01T00:00:00Z.
extension Schedule {
    /// Returns the entry's occurrences that begin on local days from `first` to `last`.
    private func occurrences(
        of entry: Entry, _ first: Int, through last: Int, _ zone: LocalZone
    ) -> [ScheduleOccurrence] {
        var days: [Int]
        switch entry.days {
        case .date(let day): days = (first...last).contains(day) ? [day] : []
        case .weekly(let weekdays):
            days = (first...last).filter { weekdays.contains(LocalClock(day: $0, second: 0).weekday) }
        }
        return days.map { day in
            let end = entry.end.map { end in
                zone.moment(LocalClock(day: end > entry.start ? day : day + 1, second: end))
            }
            return ScheduleOccurrence(
                entry: entry, start: zone.moment(LocalClock(day: day, second: entry.start)), end: end)
        }
    }

    /// Returns the last occurrence of an entry that began at `now` or before, unless it has ended.
    private func current(_ entry: Entry, _ now: Int64, _ zone: LocalZone) -> ScheduleOccurrence? {
        let today = zone.clock(at: now).day
        // A weekly entry without an end began at most a week ago.
        var first = today - 8
        if case .date(let day) = entry.days { first = min(first, entry.end == nil ? day : first) }
        let last = occurrences(of: entry, first, through: today + 1, zone).last { $0.start <= now }
        return last.flatMap { $0.holds(at: now) ? $0 : nil }
    }

    /// Returns what the schedule demands at a time. Of entries that play at the same time, the one that began last
    /// counts; of those, the last one in the list.
    package func hold(at now: Int64, _ zone: LocalZone) -> ScheduleHold {
        var hold = ScheduleHold()
        func isLater(_ new: ScheduleOccurrence, _ old: ScheduleOccurrence?) -> Bool { new.start >= old?.start ?? .min }
        for entry in entries {
            guard let found = current(entry, now, zone) else { continue }
            switch entry.action {
            case .alarm: break
            case .quiet(let limit?): hold.limit = min(hold.limit ?? 1, limit)
            case .quiet(nil): hold.isSilent = true
            case .play(let source, let volume):
                if source != nil, isLater(found, hold.slot) { hold.slot = found }
                if volume != nil, isLater(found, hold.volume) { hold.volume = found }
            }
        }
        if hold.isSilent { hold.slot = nil }
        return hold
    }

    /// Returns the alarms that begin after `early` and not after `now`, in the order of their times.
    package func alarms(after early: Int64, through now: Int64, _ zone: LocalZone) -> [ScheduleOccurrence] {
        let (first, last) = (zone.clock(at: early).day - 1, zone.clock(at: now).day + 1)
        return entries.filter { if case .alarm = $0.action { true } else { false } }
            .flatMap { occurrences(of: $0, first, through: last, zone) }
            .filter { early < $0.start && $0.start <= now }
            .sorted { $0.start < $1.start }
    }

    /// Returns the moments of the next 8 days at which entries begin or end, in the order of their times. Dates are
    /// found at any distance.
    package func events(after now: Int64, _ zone: LocalZone) -> [ScheduleEvent] {
        let today = zone.clock(at: now).day
        return entries.flatMap { entry -> [ScheduleEvent] in
            var last = today + 8
            if case .date(let day) = entry.days { last = max(last, day) }
            return occurrences(of: entry, today - 2, through: last, zone).flatMap { occurrence in
                [ScheduleEvent(time: occurrence.start, entry: entry, isBeginning: true)]
                    + (occurrence.end.map { [ScheduleEvent(time: $0, entry: entry, isBeginning: false)] } ?? [])
            }
        }.filter { $0.time > now }.sorted { ($0.time, $0.isBeginning ? 1 : 0) < ($1.time, $1.isBeginning ? 1 : 0) }
    }
}
