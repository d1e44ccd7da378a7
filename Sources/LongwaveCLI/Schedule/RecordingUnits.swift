import Longwave
import RadioLoop

/// The systemd units of a scheduled recording: a timer, and the service that the timer starts.
struct RecordingUnits: Hashable, Sendable {
    /// The command that the service runs to record.
    struct Command: Hashable, Sendable {
        /// The path of the program `longwave`.
        var program: String
        /// The arguments after `record`, without those that describe the schedule, such as `--at` and `--for`. The last
        /// one is the id or the address of the station.
        var arguments: [String]
        /// The folder in which the command runs, so that relative paths in the arguments begin there.
        var folder: String
        var environment: [String: String]
        /// For a service of the computer's systemd, the user as whom the command runs; nil for a service of the user's
        /// own systemd.
        var user: String?
    }

    /// The name of both units, without the suffix `.service` or `.timer`.
    let name: String
    let service: String
    let timer: String

    /// Makes the texts of the units.
    /// - Parameters:
    ///   - what: the station's name or address, for the units' names and descriptions.
    ///   - wakes: whether the timer wakes a sleeping computer.
    init(of what: String, _ schedule: RecordingSchedule, _ command: Command, wakes: Bool) {
        name = "longwave-record-\(Self.plain(what))-\(schedule.stamp)"
        let title = "Longwave recording of \(UnitText.line(what))"
        let words =
            [UnitText.word(command.program), "record", "--for", "\(schedule.length)s"]
            + command.arguments.map(UnitText.argument)
        var lines = ["[Unit]", "Description=\(title)"]
        if command.user != nil { lines += ["Wants=network-online.target", "After=network-online.target"] }
        lines += ["", "[Service]", "Type=exec", "ExecStart=\(words.joined(separator: " "))"]
        lines.append("WorkingDirectory=\(command.folder.replacing("%", with: "%%"))")
        lines += command.environment.sorted { $0.key < $1.key }.map {
            "Environment=\(UnitText.word("\($0.key)=\($0.value)"))"
        }
        if let user = command.user { lines.append("User=\(user)") }
        // When systemd stops the service, systemd waits 15 s, so that the program can complete its files.
        lines += ["TimeoutStopSec=15", "NoNewPrivileges=yes"]
        service = lines.joined(separator: "\n") + "\n"
        lines = ["[Unit]", "Description=\(title)", "", "[Timer]", "OnCalendar=\(schedule.calendar)", "AccuracySec=1s"]
        if wakes { lines.append("WakeSystem=true") }
        lines += ["", "[Install]", "WantedBy=timers.target"]
        timer = lines.joined(separator: "\n") + "\n"
    }

    /// Makes units that wake a sleeping computer half a minute before an alarm. The shared player then rings it.
    init(waking alarm: Schedule.Entry) {
        name = "longwave-wake-\(Self.plain(alarm.name))"
        let title = "Longwave alarm \(UnitText.line(alarm.name))"
        // A day with the number 3 more than the weekday's is such a weekday.
        func start(_ day: Int) -> LocalClock { LocalClock(day: day, second: alarm.start) + -30 }
        let (day, time) =
            switch alarm.days {
            case .date(let day): (WallClock.text(ofDay: start(day).day), start(day))
            case .weekly(let days):
                (
                    Schedule.Days.weekly(Set(days.map { start($0 + 3).weekday })).names.joined(separator: ",")
                        + " *-*-*", start(0)
                )
            }
        service = "[Unit]\nDescription=\(title)\n\n[Service]\nType=oneshot\nExecStart=/bin/true\n"
        timer = """
            [Unit]
            Description=\(title)

            [Timer]
            OnCalendar=\(day) \(LocalTime.text(ofSecond: time.second))
            AccuracySec=1s
            WakeSystem=true

            [Install]
            WantedBy=timers.target

            """
    }

    /// The file names and the texts of both units.
    var files: [(name: String, text: String)] { [("\(name).service", service), ("\(name).timer", timer)] }

    /// Whether the path of a folder can be written in a unit file. The syntax of unit files cannot express some
    /// characters.
    static func isNameable(_ folder: String) -> Bool {
        !folder.unicodeScalars.contains { $0 == "\\" || $0.properties.generalCategory == .control }
            && folder.last?.isWhitespace == false
    }

    /// Whether systemd can run a program with this path. In such a path, systemd accepts no quotation marks or
    /// backslashes, even escaped ones.
    static func isProgram(_ path: String) -> Bool { isNameable(path) && !path.contains { $0 == "\"" || $0 == "'" } }

    /// The number of characters to which a station's name is cut in a unit's name. systemd allows 255 characters for
    /// the whole name.
    private static let maximumName = 100

    private static func plain(_ text: String) -> String {
        let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.joined(separator: "-").prefix(maximumName)
        return name.isEmpty ? "station" : String(name)
    }
}
