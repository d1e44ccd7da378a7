import RadioFormats
import RadioJSON
import RadioLoop

/// What plays at which time of day, quiet hours, and alarms. The shared player carries it out.
///
/// All times are local. A time that clocks skip, because they are set forward, is the moment at which they are set; a
/// time that they show twice is the first one.
public struct Schedule: Hashable, Sendable {
    /// The largest number of entries.
    public static let maximumEntries = 200
    /// The largest file that is read, in bytes.
    package static let maximumBytes = 1 << 20
    /// The largest number of sources that an alarm tries after its first.
    public static let maximumBackups = 8
    /// The largest number of characters of a name.
    static let maximumName = 100
    static let version = 1

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// A part of a schedule.
    public struct Entry: Hashable, Sendable {
        /// The name, which no other entry has.
        public var name: String
        public var days: Days
        /// When the entry begins, as the number of seconds since midnight.
        public var start: Int
        /// When the entry ends; if this is not after ``start``, on the next day. Nil if it lasts until another entry
        /// plays. An alarm has no end.
        public var end: Int?
        public var action: Action

        public init(_ name: String, _ days: Days = .daily, at start: Int, until end: Int? = nil, _ action: Action) {
            self.name = name
            self.days = days
            self.start = start
            self.end = end
            self.action = action
        }
    }

    /// The days on which an entry begins.
    public enum Days: Hashable, Sendable {
        /// Days of the week; 0 is Sunday.
        case weekly(Set<Int>)
        /// A date, as the number of days since 1970-01-01.
        case date(Int)

        public static let daily = Days.weekly(Set(0...6))
    }

    /// What an entry does.
    public enum Action: Hashable, Sendable {
        /// Plays a source, sets the volume (0…1), or both.
        case play(PlayRequest.Source?, volume: Double?)
        /// Limits the volume. Nil for silence, in which the schedule starts nothing but alarms.
        case quiet(limit: Double?)
        case alarm(Alarm)
    }

    /// What an alarm plays, and how.
    public struct Alarm: Hashable, Sendable {
        /// The sources in the order in which they are tried. After them, or if there are none, a tone is played.
        public var sources: [PlayRequest.Source]
        /// The volume at the end of the fade-in, 0…1.
        public var volume: Double
        public var fadeIn: Duration
        /// The time after which the alarm rings again if ``PlayerCommand/snooze(_:)`` names none.
        public var snooze: Duration

        public init(
            _ sources: [PlayRequest.Source] = [], volume: Double = 0.6, fadeIn: Duration = .seconds(30),
            snooze: Duration = .seconds(540)
        ) {
            self.sources = sources
            self.volume = volume
            self.fadeIn = fadeIn
            self.snooze = snooze
        }
    }
}

/// Why a schedule cannot be used.
public struct ScheduleError: ExplainedError, Hashable {
    public let code = "schedule"
    public let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
}

// MARK: JSON

extension Schedule {
    /// Reads a schedule from JSON (docs/JSON.md).
    public init(_ bytes: [UInt8]) throws(ScheduleError) {
        guard bytes.count <= Self.maximumBytes else { throw ScheduleError("it has more than 1 MiB.") }
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch { throw ScheduleError("\(error).") }
        guard value["version"]?.integer == Self.version, case .array(let items)? = value["entries"] else {
            throw ScheduleError("it needs \"version\": \(Self.version) and a list \"entries\".")
        }
        entries = []
        for (place, item) in items.enumerated() {
            do throws(PlayerCommandError) { try add(Entry(item, place)) } catch { throw ScheduleError(error.sentence) }
        }
    }

    /// Adds an entry, or replaces the one with the same name.
    package mutating func set(_ entry: Entry) throws(ScheduleError) {
        entries.removeAll { $0.name == entry.name }
        // The entry is checked as it will be when it is read.
        let value = (try? JSONReader.read(Array(entry.json.text().utf8))) ?? .null
        do throws(PlayerCommandError) { try add(Entry(value, entries.count)) } catch {
            throw ScheduleError(error.sentence)
        }
    }

    private mutating func add(_ entry: Entry) throws(PlayerCommandError) {
        guard entries.count < Self.maximumEntries else {
            throw .wrongParameters("A schedule has at most \(Self.maximumEntries) entries.")
        }
        guard !entries.contains(where: { $0.name == entry.name }) else {
            throw .wrongParameters("Two entries have the name \"\(entry.name)\".")
        }
        entries.append(entry)
    }

    package var json: JSONNode {
        .members(["version": .int(Int64(Self.version)), "entries": .array(entries.map(\.json))])
    }

    /// The content of the file: JSON with one entry a line.
    package var bytes: [UInt8] {
        let lines = entries.map { "  " + $0.json.text() }.joined(separator: ",\n")
        return Array("{\"version\":\(Self.version),\"entries\":[\n\(lines)\n]}\n".utf8)
    }
}

extension Schedule.Days {
    /// The names of the weekdays, such as `mon`, from Monday on; or the date.
    package var names: [String] {
        switch self {
        case .weekly(let days):
            (1...7).map { $0 % 7 }.filter(days.contains).map { LocalTime.weekdays[$0].prefix(3).lowercased() }
        case .date(let day): [WallClock.text(ofDay: day)]
        }
    }

    /// Reads days: `daily`, `weekdays`, `weekend`, a date, or names of weekdays. Returns nil for other words.
    package init?(_ words: [String]) {
        switch words {
        case ["daily"]: self = .daily
        case ["weekdays"]: self = .weekly(Set(1...5))
        case ["weekend"]: self = .weekly([0, 6])
        case _:
            if words.count == 1, words[0].count == 10, let date = ISODate(words[0], mayBeDay: true) {
                self = .date(Int(date.time.seconds) / 86_400)
                return
            }
            let days = words.map(LocalTime.weekday)
            guard !days.isEmpty, !days.contains(nil) else { return nil }
            self = .weekly(Set(days.compactMap(\.self)))
        }
    }
}

extension Schedule.Entry {
    /// What the entry plays at first; nil if it plays nothing.
    package var source: PlayRequest.Source? {
        switch action {
        case .play(let source, _): source
        case .quiet: nil
        case .alarm(let alarm): alarm.sources.first
        }
    }

    /// The volume that the entry sets, or its limit; nil if there is none.
    package var volume: Double? {
        switch action {
        case .play(_, let volume): volume
        case .quiet(let limit): limit
        case .alarm(let alarm): alarm.volume
        }
    }

    package var json: JSONNode {
        var members: [JSONNode.Member] = []
        func add(_ name: String, _ value: JSONNode?) {
            if let value { members.append(.init(name: name, value: value)) }
        }
        add("name", .string(name))
        add("days", .array(days.names.map { .string($0) }))
        add("at", .string(LocalTime.text(ofSecond: start)))
        add("until", end.map { .string(LocalTime.text(ofSecond: $0)) })
        switch action {
        case .play(let source, let volume):
            members += source?.members ?? []
            add("volume", volume.map { .number($0) })
        case .quiet(let limit):
            add("quiet", .bool(true))
            add("volume", limit.map { .number($0) })
        case .alarm(let alarm):
            add("alarm", .bool(true))
            members += alarm.sources.first?.members ?? []
            if alarm.sources.count > 1 {
                add("backups", .array(alarm.sources.dropFirst().map { .object($0.members) }))
            }
            add("volume", .number(alarm.volume))
            add("fadeIn", .seconds(alarm.fadeIn))
            add("snooze", .seconds(alarm.snooze))
        }
        return .object(members)
    }

    /// Reads an entry.
    /// - Parameter place: the entry's index in its file, which names an entry without a name in an error.
    fileprivate init(_ value: JSONValue, _ place: Int) throws(PlayerCommandError) {
        guard case .object = value else { throw .wrongParameters("Entry \(place + 1) is not an object.") }
        let title = value["name"]?.string.map { "\"\($0.prefix(Schedule.maximumName))\"" } ?? "\(place + 1)"
        var members = try RequestParameters("Entry \(title)", value)
        do throws(PlayerCommandError) { try self.init(&members) } catch {
            // Errors about a member's value do not name the entry.
            let isNamed = error.sentence.hasPrefix("Entry ")
            throw .wrongParameters(isNamed ? error.sentence : "Entry \(title): \(error.sentence)")
        }
    }

    private init(_ members: inout RequestParameters) throws(PlayerCommandError) {
        name = try members.required(try members.text("name"), "name")
        guard name.count <= Schedule.maximumName, PlainText.clean(name) == name else {
            throw .wrongParameters(
                "name must have at most \(Schedule.maximumName) characters, and no control characters.")
        }
        days = try members.days()
        start = try members.required(try members.timeOfDay("at"), "at")
        end = try members.timeOfDay("until")
        let isQuiet = try members.bool("quiet") ?? false
        let isAlarm = try members.bool("alarm") ?? false
        let volume = try members.number("volume", in: 0...1)
        switch (isQuiet, isAlarm) {
        case (true, true): throw .wrongParameters("quiet and alarm cannot be combined.")
        case (true, false):
            action = .quiet(limit: volume)
            _ = try members.required(end, "until")
        case (false, false):
            let source = try PlayRequest.Source(&members)
            guard source != nil || volume != nil else {
                throw .wrongParameters("there is nothing to play, and no volume.")
            }
            action = .play(source, volume: volume)
        case (false, true):
            guard end == nil else { throw .wrongParameters("an alarm has no until.") }
            action = .alarm(try Schedule.Alarm(&members, volume: volume))
        }
        try members.finish()
    }
}

extension Schedule.Alarm {
    fileprivate init(_ members: inout RequestParameters, volume: Double?) throws(PlayerCommandError) {
        self.init([try PlayRequest.Source(&members)].compactMap(\.self))
        if let volume { self.volume = volume }
        // A silent alarm is a mistake.
        guard self.volume >= 0.05 else { throw .wrongParameters("the volume of an alarm must be at least 0.05.") }
        if let seconds = try members.number("fadeIn", in: 0...600) { fadeIn = .seconds(seconds) }
        if let seconds = try members.number("snooze", in: 60...3600) { snooze = .seconds(seconds) }
        for value in try members.list("backups", maximum: Schedule.maximumBackups) {
            var backup = try RequestParameters("backups", value)
            sources.append(try backup.required(try PlayRequest.Source(&backup), "what"))
            try backup.finish()
        }
    }
}

extension RequestParameters {
    fileprivate mutating func list(_ name: String, maximum: Int) throws(PlayerCommandError) -> [JSONValue] {
        guard let value = value(name) else { return [] }
        guard case .array(let items) = value, items.count <= maximum else {
            throw .wrongParameters("\(name) must be a list of at most \(maximum).")
        }
        return items
    }

    fileprivate mutating func days() throws(PlayerCommandError) -> Schedule.Days {
        let words = try list("days", maximum: 7)
        if words.isEmpty { return .daily }
        guard let days = Schedule.Days(words.map { $0.string ?? "" }) else {
            throw .wrongParameters("days must be weekdays such as \"mon\", or one date such as \"2026-12-24\".")
        }
        return days
    }

    fileprivate mutating func timeOfDay(_ name: String) throws(PlayerCommandError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let time = LocalTime(argument: text), time.day == .any else {
            throw .wrongParameters("\(name) must be a time of day such as \"07:00\".")
        }
        return time.second
    }
}
