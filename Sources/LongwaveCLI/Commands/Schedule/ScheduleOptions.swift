import ArgumentParser
import Longwave

/// The options of `longwave record` that schedule a recording for later.
struct ScheduleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Prints a systemd timer that starts the recording at this local time; --for sets its length.",
            valueName: "20:00|Sun 20:00|2026-12-24 20:00"))
    var at: LocalTime?

    @Flag(name: .long, help: "With --at: records every day.")
    var daily = false

    @Flag(name: .long, help: "With --at: records every week on that day.")
    var weekly = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --at: records this much longer before and after. (default: 1m,5m)", valueName: "1m,5m|2m|0"))
    var margin: RecordingMargin?

    @Flag(name: .long, help: "With --at: installs the timer for you, and starts it.")
    var install = false

    @Flag(name: .long, help: "With --at: wakes the computer from sleep; the timer must be installed as root.")
    var wake = false

    /// Returns what is wrong with the options, as a sentence; nil if they are valid.
    /// - Parameter span: the length of the recorded broadcast (`--for`); nil if the command line does not name it.
    func problem(for span: TimeSpan?) -> String? {
        guard at != nil else {
            return daily || weekly || install || wake || margin != nil
                ? "--daily, --weekly, --margin, --install and --wake need --at." : nil
        }
        if span == nil { return "--at needs --for, the length of the programme." }
        if daily, weekly { return "--daily and --weekly cannot be combined." }
        if install, wake { return "--install cannot be combined with --wake: install the printed timer as root." }
        do { _ = try schedule(for: span) } catch { return error.sentence }
        return nil
    }

    private func schedule(for span: TimeSpan?) throws(RecordingSchedule.Problem) -> RecordingSchedule? {
        guard let at, let span else { return nil }
        return try RecordingSchedule(
            at: at, for: span, margin: margin ?? .usual, daily ? .daily : weekly ? .weekly : .once)
    }

    /// Returns the action that schedules the recording; nil without `--at`, because then the recording starts now.
    func action(
        what: String, for span: TimeSpan?, _ options: Configuration
    ) throws(RecordingSchedule.Problem) -> ScheduleAction? {
        guard let schedule = try schedule(for: span) else { return nil }
        let arguments = Self.options(in: ScheduleArguments.remaining(CommandLine.arguments))
        return ScheduleAction(
            what: what, schedule: schedule, arguments: arguments, options: options, installs: install, wakes: wake)
    }

    /// Returns the arguments of `record` without the words that name the station.
    ///
    /// An argument is such a word if another word in its place becomes one, too, and no further argument does. So the
    /// options and their values stay.
    static func options(in arguments: [String]) -> [String] {
        let mark = "\u{1}"
        let count = (try? RecordCommand.parse(arguments))?.words.count
        return arguments.indices.filter { index in
            var trial = arguments
            trial[index] = mark
            let words = (try? RecordCommand.parse(trial))?.words ?? []
            return arguments[index] != "--" && (words.count != count || !words.contains(mark))
        }.map { arguments[$0] }
    }
}
