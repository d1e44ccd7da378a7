import Longwave

/// A timer of systemd, and the service that it starts: a scheduled recording.
struct RecordingUnits: Hashable, Sendable {
    /// What is run, and as whom.
    struct Command: Hashable, Sendable {
        /// The program's path.
        var program: String
        /// Of `record`, without those of the schedule and without `--for`.
        var arguments: [String]
        /// What relative paths begin at.
        var folder: String
        var environment: [String: String]
        /// Who records, where the machine's own manager starts it; nil: the manager's user.
        var user: String?
    }

    /// Without a suffix.
    let name: String
    let service: String
    let timer: String

    /// - Parameters:
    ///   - what: the station, for people.
    ///   - wakes: whether a machine that sleeps is woken.
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
        // A stop finishes the files.
        lines += ["TimeoutStopSec=15", "NoNewPrivileges=yes"]
        service = lines.joined(separator: "\n") + "\n"
        lines = ["[Unit]", "Description=\(title)", "", "[Timer]", "OnCalendar=\(schedule.calendar)", "AccuracySec=1s"]
        if wakes { lines.append("WakeSystem=true") }
        lines += ["", "[Install]", "WantedBy=timers.target"]
        timer = lines.joined(separator: "\n") + "\n"
    }

    /// Both files, by their names.
    var files: [(name: String, text: String)] { [("\(name).service", service), ("\(name).timer", timer)] }

    /// Whether a folder can be written into a unit file: its line knows no way to write some characters.
    static func isNameable(_ folder: String) -> Bool {
        !folder.unicodeScalars.contains { $0 == "\\" || $0.properties.generalCategory == .control }
            && folder.last?.isWhitespace == false
    }

    /// Whether systemd runs a program of this path. However they are written, it takes neither quotes nor backslashes.
    static func isProgram(_ path: String) -> Bool { isNameable(path) && !path.contains { $0 == "\"" || $0 == "'" } }

    /// Characters of a station's name in the name of a unit; that may have 255.
    private static let maximumName = 100

    private static func plain(_ text: String) -> String {
        let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.joined(separator: "-").prefix(maximumName)
        return name.isEmpty ? "station" : String(name)
    }
}
