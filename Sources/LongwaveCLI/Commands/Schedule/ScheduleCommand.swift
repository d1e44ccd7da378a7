import ArgumentParser
import Longwave
import RadioJSON
import RadioLoop

struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Shows and changes what the shared player plays when, and its alarms.",
        discussion: """
            The shared player ("longwave serve") carries the schedule out. See \(Documents.path("OPERATOR.md")). \
            "longwave record --at" plans recordings.
            """,
        subcommands: [
            ShowSchedule.self, NextInSchedule.self, CheckSchedule.self, AddToSchedule.self, RemoveFromSchedule.self,
        ],
        defaultSubcommand: ShowSchedule.self)
}

extension ScheduleFile {
    /// Returns the user's file. Throws if the environment names no folder for it.
    static func ofUser() throws(CommandFailure) -> ScheduleFile {
        if let file = usual(environment: Environment.folders) { return file }
        throw CommandFailure(code: .cannotWrite, sentence: "No folder for the schedule: set HOME or XDG_CONFIG_HOME.")
    }

    func readForCommand() throws(CommandFailure) -> Schedule {
        do throws(ScheduleError) { return try read() } catch {
            throw CommandFailure(code: .badConfiguration, sentence: "\(path): \(error.sentence)")
        }
    }

    /// Changes the schedule, and writes it.
    func change(_ body: (inout Schedule) throws(ScheduleError) -> Void) throws(CommandFailure) {
        var schedule = try readForCommand()
        do throws(ScheduleError) { try body(&schedule) } catch {
            throw CommandFailure(code: .usage, sentence: error.sentence)
        }
        do throws(ScheduleError) { try write(schedule) } catch {
            throw CommandFailure(code: .cannotWrite, sentence: error.sentence)
        }
    }
}

struct ShowSchedule: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Lists the entries.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let document = try Self.document(ScheduleFile.ofUser().readForCommand())
        if !settings.isQuiet { output.list { document.text($0, charset: output.charset, width: $1) } }
    }

    static func document(_ schedule: Schedule) -> ListDocument {
        let rows = schedule.entries.map { entry in
            [
                entry.name, entry.kind, entry.days == .daily ? "daily" : entry.days.names.joined(separator: ","),
                LocalTime.text(ofSecond: entry.start), entry.end.map(LocalTime.text) ?? "", entry.plays,
                entry.volume.map { "\(Int(($0 * 100).rounded())) %" } ?? "",
            ]
        }
        let columns = ["name", "kind", "days", "at", "until", "plays", "volume"]
        return ListDocument(
            name: "entries", objects: schedule.entries.map(\.json), columns: columns, rows: rows,
            tableColumns: columns, tableRows: rows)
    }
}

struct NextInSchedule: Command {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Prints what the schedule demands now, and what comes next.")
    @Option(name: .long, help: "Prints at most this many moments. (default: 10)") var count = 10
    @OptionGroup(title: "Printing") var format: FormatOptions
    var settings: PrintSettings { format.settings }

    func validate() throws { if count < 1 { throw ValidationError("--count must be above 0.") } }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let schedule = try ScheduleFile.ofUser().readForCommand()
        let document = Self.document(schedule, now: WallClock.milliseconds / 1000, .system, count: count)
        if !settings.isQuiet { output.list { document.text($0, charset: output.charset, width: $1) } }
    }

    /// - Parameter now: the time in seconds since 1970-01-01T00:00:00Z.
    static func document(_ schedule: Schedule, now: Int64, _ zone: LocalZone, count: Int) -> ListDocument {
        let hold = schedule.hold(at: now, zone)
        let events = schedule.events(after: now, zone).prefix(count)
        let slot = hold.slot?.entry
        let event = hold.isSilent ? "quiet" : slot == nil ? "nothing" : "plays"
        let current = ["now", event, slot?.name ?? "", slot?.plays ?? ""]
        let rows =
            [current]
            + events.map {
                [$0.localTime(zone), $0.words, $0.entry.name, $0.isBeginning ? $0.entry.plays : ""]
            }
        let columns = ["time", "event", "name", "plays"]
        return ListDocument(
            name: "events",
            objects: events.map { $0.json(zone) }, columns: columns, rows: rows, tableColumns: columns, tableRows: rows,
            more: [
                .init(
                    name: "now",
                    value: .members([
                        "entry": .optional(slot?.name), "silent": .bool(hold.isSilent),
                        "limit": hold.limit.map { .number($0) } ?? .null,
                    ]))
            ])
    }
}

struct CheckSchedule: Command {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks the file, and looks up the stations that it names.")
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let file = try ScheduleFile.ofUser()
        let schedule = try file.readForCommand()
        let reader = LibraryReader(asked: library.library)
        var problems: [String] = []
        for entry in schedule.entries {
            for case .named(let name) in entry.sources {
                do throws(CommandFailure) { _ = try SelectionFinder.find(name, in: reader, asks: false) } catch {
                    problems.append("\"\(entry.name)\": \(error.sentence)")
                }
            }
        }
        problems.forEach(output.say)
        if !problems.isEmpty { throw CommandFailure(.notPlayable) }
        output.done("\(file.path): no problems; entries: \(schedule.entries.count)")
    }
}

struct RemoveFromSchedule: Command {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Removes entries.")
    @Argument(help: "Names of the entries.") var names: [String]
    @OptionGroup(title: "Printing") var format: FormatOptions
    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        try ScheduleFile.ofUser().change { (schedule) throws(ScheduleError) in
            for name in names {
                guard let place = schedule.entries.firstIndex(where: { $0.name == name }) else {
                    throw ScheduleError("The schedule has no entry \"\(name)\".")
                }
                let timer = "\(RecordingUnits(waking: schedule.entries.remove(at: place)).name).timer"
                guard LocalFile.exists("/etc/systemd/system/\(timer)") else { continue }
                output.say("sudo systemctl disable --now \(timer)")
            }
        }
        output.done("removed: \(names.joined(separator: ", "))")
    }
}
