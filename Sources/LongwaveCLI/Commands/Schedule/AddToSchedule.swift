import ArgumentParser
import Glibc
import Longwave
import LongwaveDesktop

struct AddToSchedule: Command {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds an entry, or replaces the one with the same name.",
        discussion: """
            An entry plays something, sets the volume, or both; with --quiet, it makes quiet hours, and with --alarm, \
            an alarm. An alarm tries its station, then each --backup, then a built-in tone, until \
            "longwave ctl stop" or "longwave ctl snooze".
            """)

    @Argument(help: "Name of the entry.") var name: String

    @Option(
        name: .long,
        help: ArgumentHelp("Begins at this local time.", valueName: "20:00|Sun 20:00|2026-12-24 20:00"))
    var at: LocalTime

    @Option(
        name: .long,
        help: ArgumentHelp("Begins on these days. (default: daily)", valueName: "mon,tue|weekdays|weekend|daily"))
    var on: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Ends at this time. (default: when another entry plays)", valueName: "time"))
    var until: LocalTime?

    @Option(
        name: .long, help: ArgumentHelp("Plays this.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var play: String?
    @Option(name: .long, help: ArgumentHelp("Plays the stations that match a query.", valueName: "query"))
    var query: String?
    @Option(
        name: .long, help: ArgumentHelp("Plays a playlist.", valueName: "name"), completion: PlaylistCompletion.all)
    var playlist: String?
    @Option(name: .long, help: ArgumentHelp("Plays a programme of the settings.", valueName: "name"))
    var programme: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Sets the volume; with --quiet, limits it. (default: 60 for an alarm)", valueName: "percent")
    )
    var volume: Double?

    @Flag(name: .long, help: "Quiet hours: silence, or softer with --volume. Alarms ring all the same.")
    var quiet = false
    @Flag(name: .long, help: "An alarm.") var alarm = false

    @Option(
        name: .long, help: ArgumentHelp("Alarm: plays this if what came before is not heard.", valueName: "station"),
        completion: StationCompletion.playable)
    var backup: [String] = []
    @Option(name: .long, help: ArgumentHelp("Alarm: fades in. (default: 30s)", valueName: "span"))
    var fadeIn: TimeSpan?
    @Option(name: .long, help: ArgumentHelp("Alarm: snoozes for this time. (default: 9m)", valueName: "span"))
    var snooze: TimeSpan?
    @Flag(name: .long, help: "Alarm: prints a systemd timer that wakes the computer from sleep, to install as root.")
    var wake = false

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    var settings: PrintSettings { format.settings }

    func validate() throws {
        if [play, query, playlist, programme].compactMap(\.self).count > 1 {
            throw ValidationError("--play, --query, --playlist and --programme cannot be combined.")
        }
        if alarm, quiet || until != nil {
            throw ValidationError("--alarm cannot be combined with --quiet and --until.")
        }
        if quiet, until == nil || play ?? query ?? playlist ?? programme != nil {
            throw ValidationError("--quiet needs --until, and plays nothing.")
        }
        if !alarm, !backup.isEmpty || fadeIn != nil || snooze != nil || wake {
            throw ValidationError("--backup, --fade-in, --snooze and --wake need --alarm.")
        }
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume must be from 0 to 100.") }
        if until.map({ $0.day != .any }) == true { throw ValidationError("--until needs a time without a day.") }
        if days == nil { throw ValidationError("--on needs days such as mon,tue, and no day in --at.") }
    }

    private var days: Schedule.Days? {
        switch (at.day, on) {
        case (.any, let on): Schedule.Days((on ?? "daily").split(separator: ",").map(String.init))
        case (.weekday(let day), nil): .weekly([day])
        case (.date(let day), nil): .date(day)
        case (_, _?): nil
        }
    }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let entry = Schedule.Entry(name, days ?? .daily, at: at.second, until: until?.second, try action(output))
        try ScheduleFile.ofUser().change { (schedule) throws(ScheduleError) in try schedule.set(entry) }
        if wake {
            let units = RecordingUnits(waking: entry)
            OutputSink.writeAll(
                STDOUT_FILENO, ScheduleAction.script(units, folder: "/etc/systemd/system", sudo: "sudo "))
            output.say("Only a system timer can wake the computer: run these commands as root.")
        }
        if ControlClient(places: ControlSocket.places(environment: Environment.value)) == nil {
            output.say("The shared player, which carries the schedule out, does not run: longwave serve --install")
        }
        output.done("\(name): \(entry.kind) at \(LocalTime.text(ofSecond: entry.start))")
    }

    private func action(_ output: ReportOutput) throws(CommandFailure) -> Schedule.Action {
        let asks = StationQuestion.canAsk(output.settings)
        let source: PlayRequest.Source? =
            if let play {
                try station(play, asks)
            } else {
                query.map { .query($0) } ?? playlist.map { .playlist($0) } ?? programme.map { .programme($0) }
            }
        let level = volume.map { $0 / 100 }
        guard alarm else { return quiet ? .quiet(limit: level) : .play(source, volume: level) }
        var alarm = Schedule.Alarm([source].compactMap(\.self))
        for name in backup { alarm.sources.append(try station(name, asks)) }
        alarm.volume = level ?? alarm.volume
        alarm.fadeIn = fadeIn?.duration ?? alarm.fadeIn
        alarm.snooze = snooze?.duration ?? alarm.snooze
        return .alarm(alarm)
    }

    /// Returns a source that means the same station on any day and in any folder.
    private func station(_ name: String, _ asks: Bool) throws(CommandFailure) -> PlayRequest.Source {
        var options = Configuration()
        library.apply(to: &options)
        return .named(try ScheduleAction.station(ControlAction.absolute(name), options, asks: asks).argument)
    }
}
