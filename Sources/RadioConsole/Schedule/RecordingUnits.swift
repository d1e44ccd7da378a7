import Longwave

/// The systemd units of a scheduled recording: a timer, and the service that it starts.
struct RecordingUnits: Hashable, Sendable {
    /// The command that the service runs.
    struct Command: Hashable, Sendable {
        /// The path of the program.
        var program: String
        /// The arguments of `record`, without those of the schedule and without `--for`.
        var arguments: [String]
        /// The folder that relative paths begin at.
        var folder: String
        var environment: [String: String]
        /// The user who records, for a unit of the system's systemd manager; nil for a unit of the user's own manager.
        var user: String?
    }

    /// The name of the units, without a suffix.
    let name: String
    let service: String
    let timer: String

    /// Makes the units.
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
        // When systemd stops the service, the program still completes its files. It gets 15 s for this.
        lines += ["TimeoutStopSec=15", "NoNewPrivileges=yes"]
        service = lines.joined(separator: "\n") + "\n"
        lines = ["[Unit]", "Description=\(title)", "", "[Timer]", "OnCalendar=\(schedule.calendar)", "AccuracySec=1s"]
        if wakes { lines.append("WakeSystem=true") }
        lines += ["", "[Install]", "WantedBy=timers.target"]
        timer = lines.joined(separator: "\n") + "\n"
    }

    /// The names and texts of both unit files.
    var files: [(name: String, text: String)] { [("\(name).service", service), ("\(name).timer", timer)] }

    /// Whether the path of a folder can be written in a unit file. The file's syntax cannot express some characters.
    static func isNameable(_ folder: String) -> Bool {
        !folder.unicodeScalars.contains { $0 == "\\" || $0.properties.generalCategory == .control }
            && folder.last?.isWhitespace == false
    }

    /// Whether systemd can run a program at the path. systemd accepts no quotation marks or backslashes in it, even
    /// escaped.
    static func isProgram(_ path: String) -> Bool { isNameable(path) && !path.contains { $0 == "\"" || $0 == "'" } }

    /// The largest number of characters of a station's name in a unit's name. The whole name may have 255 characters.
    private static let maximumName = 100

    private static func plain(_ text: String) -> String {
        let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.joined(separator: "-").prefix(maximumName)
        return name.isEmpty ? "station" : String(name)
    }
}
