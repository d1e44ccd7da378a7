import Glibc
import Longwave

/// The command `longwave record --at`: schedules a recording with a systemd timer.
struct ScheduleAction {
    /// The station or the address to record.
    let what: String
    let schedule: RecordingSchedule
    /// The options for the service that records: those of the running program, without those of the schedule.
    let arguments: [String]
    /// The settings of the command line, which name the lists of stations.
    let options: Configuration
    /// Whether the systemd timer that starts the recording is installed for the user. If not, shell commands that
    /// install the timer are printed.
    let installs: Bool
    /// Whether the systemd timer that starts the recording wakes a sleeping computer.
    let wakes: Bool

    /// Makes the systemd units of the recording, and prints or installs them.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let (argument, name) = try Self.station(what, options, asks: StationQuestion.canAsk(output.settings))
        let units = RecordingUnits(
            of: Credentials.hidden(in: name), schedule, try command(argument), wakes: wakes)
        if wakes {
            OutputSink.writeAll(STDOUT_FILENO, Self.script(units, folder: "/etc/systemd/system", sudo: "sudo "))
            return output.say("Only a system timer can wake the computer: run these commands as root.")
        }
        guard let installer = UnitInstaller(environment: Environment.folders) else {
            throw CommandFailure(code: .cannotWrite, sentence: "No folder for the timer: set HOME or XDG_CONFIG_HOME.")
        }
        guard installs else {
            OutputSink.writeAll(STDOUT_FILENO, Self.script(units, folder: installer.folder, sudo: ""))
            return output.say("--install runs these commands for you.")
        }
        try installer.write(units)
        if try installer.start(units) {
            output.done("\(units.name).timer: \(schedule.calendar), for \(schedule.length) seconds")
            return output.say("To record while you are logged out: loginctl enable-linger")
        }
        output.done("\(installer.folder)/\(units.name).timer: \(schedule.calendar), for \(schedule.length) seconds")
        output.say("systemd does not answer here. Start the timer with:")
        for arguments in UnitInstaller.commands(units) { output.say("systemctl " + arguments.joined(separator: " ")) }
    }

    /// Returns the id or the address of the station to record or to play, which means the same station on any day, and the
    /// station's name. A number or a part of a name may mean another station later.
    static func station(
        _ what: String, _ options: Configuration, asks: Bool
    ) throws(CommandFailure) -> (argument: String, name: String) {
        let configuration = options.inheriting(.ofUser)
        let library = LibraryReader(named: configuration.library ?? [], isNamed: options.library != nil)
        let selection = try SelectionFinder.find(what, in: library, asks: asks)
        let station = selection.item.station
        // An address or a file stays as it was typed.
        guard selection.isStation, selection.item != PlaybackItem(url: what) else { return (what, what) }
        return (selection.library == nil ? station.urls.first ?? what : station.persistentID, station.name)
    }

    /// Returns the command that the systemd service runs, with the folder and the environment of this process.
    private func command(_ station: String) throws(CommandFailure) -> RecordingUnits.Command {
        guard let program = Environment.executable, let folder = realpath(".", nil) else {
            throw CommandFailure(
                code: .unavailable, sentence: "The path of the program, or the current folder, is unknown.")
        }
        defer { free(folder) }
        var environment = Environment.folders
        environment["HOME"] = nil
        let command = RecordingUnits.Command(
            program: program, arguments: arguments + ["--", station], folder: String(cString: folder),
            environment: environment, user: wakes ? Self.user : nil)
        guard RecordingUnits.isProgram(program), RecordingUnits.isNameable(command.folder) else {
            let path = RecordingUnits.isProgram(program) ? command.folder : program
            throw CommandFailure(code: .cannotWrite, sentence: "systemd does not accept the path \(path).")
        }
        return command
    }

    /// The name of the user who runs this process, or the user's number if the user has no name.
    private static var user: String { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())" }

    /// Returns shell commands that write the unit files to `folder` and start the timer. `sudo` is the text before each
    /// command that needs root: `sudo `, or empty for the user's own systemd.
    static func script(_ units: RecordingUnits, folder: String, sudo: String) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
        var text = "\(sudo)mkdir -p \(quoted(folder))\n"
        for file in units.files {
            text += "\(sudo)tee \(quoted("\(folder)/\(file.name)")) <<'END'\n\(file.text)END\n"
        }
        let systemctl = sudo.isEmpty ? "systemctl --user" : "sudo systemctl"
        return text + "\(systemctl) daemon-reload\n\(systemctl) enable --now \(units.name).timer\n"
    }
}
