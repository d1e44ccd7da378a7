import ArgumentParser
import RadioConsole

/// When a recording is made that is not made now.
struct ScheduleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Print a systemd timer that records then, by the local clock, as long as --for says.",
            valueName: "20:00|Sun 20:00|2026-12-24 20:00"))
    var at: RecordingTime?

    @Flag(name: .long, help: "With --at: every day.")
    var daily = false

    @Flag(name: .long, help: "With --at: every week on that day.")
    var weekly = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --at: record so much more before and after; 1m,5m without it.", valueName: "1m,5m|2m|0"))
    var margin: RecordingMargin?

    @Flag(name: .long, help: "With --at: install the timer for you, and start it.")
    var install = false

    @Flag(name: .long, help: "With --at: the timer wakes a machine that sleeps. It must be installed as root.")
    var wake = false

    /// - Parameter span: how long the programme lasts.
    func problem(for span: TimeSpan?) -> String? {
        guard at != nil else {
            return daily || weekly || install || wake || margin != nil
                ? "--daily, --weekly, --margin, --install and --wake need --at." : nil
        }
        if span == nil { return "--at needs --for: how long the programme lasts." }
        if daily, weekly { return "--daily and --weekly contradict." }
        if install, wake { return "A timer that wakes must be installed as root: leave out --install, it is printed." }
        do { _ = try schedule(for: span) } catch { return error.sentence }
        return nil
    }

    private func schedule(for span: TimeSpan?) throws(RecordingSchedule.Problem) -> RecordingSchedule? {
        guard let at, let span else { return nil }
        return try RecordingSchedule(
            at: at, for: span, margin: margin ?? .usual, daily ? .daily : weekly ? .weekly : .once)
    }

    /// What to do instead of recording; nil: record now.
    func action(
        what: String, for span: TimeSpan?, _ settings: PrintSettings
    ) throws(RecordingSchedule.Problem) -> ScheduleAction? {
        guard let schedule = try schedule(for: span) else { return nil }
        return ScheduleAction(
            what: what, schedule: schedule, arguments: CommandLine.arguments, installs: install, wakes: wake,
            settings: settings)
    }
}
