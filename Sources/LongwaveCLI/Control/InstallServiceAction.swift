import Glibc
import Longwave
import RadioLoop

/// The commands `longwave serve --install` and `longwave serve --uninstall`: install and remove a systemd service that
/// runs the shared player.
struct InstallServiceAction {
    /// Whether the service belongs to the computer's systemd instead of this user's systemd.
    let isSystem: Bool
    /// The arguments that the installed service passes to `longwave serve`.
    let arguments: [String]
    /// Whether the person must confirm before files are changed.
    let asks: Bool

    /// Prints the systemd unit of the shared player and asks the person for consent. Then writes the unit and starts
    /// the service.
    func install(_ output: ReportOutput) throws(CommandFailure) {
        let path = try path()
        guard let program = Environment.executable, RecordingUnits.isProgram(program) else {
            throw CommandFailure(code: .cannotWrite, sentence: "systemd does not accept the path of this program.")
        }
        let unit = ServiceUnit(program: program, arguments: arguments, user: try isSystem ? owner() : nil)
        OutputSink.writeAll(STDOUT_FILENO, "# \(path)\n\(unit.text)")
        guard !asks || Question.ask("Write this file, and start the shared player?") else {
            throw Self.refusal("write and start it")
        }
        try checkRights()
        do throws(LocalFile.Failure) { try LocalFile.replace(path, with: Array(unit.text.utf8)) } catch {
            throw CommandFailure(code: .cannotWrite, sentence: "\(path): \(error.reason).")
        }
        // `LocalFile.replace` makes files that only their owner can read. A unit of the computer's systemd must be
        // readable by all users.
        if isSystem { chmod(path, 0o644) }
        try run([["daemon-reload"], ["enable", "--now", ServiceUnit.name]], output)
        if !isSystem { output.say("To play while you are logged out: loginctl enable-linger") }
    }

    /// Asks the person for consent. Then stops the shared player's service and deletes its systemd unit.
    func uninstall(_ output: ReportOutput) throws(CommandFailure) {
        let path = try path()
        guard LocalFile.exists(path) else {
            throw CommandFailure(code: .fileMissing, sentence: "File not found: \(path).")
        }
        guard !asks || Question.ask("Stop the shared player, and remove \(path)?") else {
            throw Self.refusal("remove \(path)")
        }
        try checkRights()
        try run([["disable", "--now", ServiceUnit.name]], output)
        guard unlink(path) == 0 else {
            throw CommandFailure(code: .cannotWrite, sentence: "\(path): \(String(cString: strerror(errno))).")
        }
        try run([["daemon-reload"]], output)
        CommandNotes().done("removed: \(path)")
    }

    /// Returns the failure of a command for which the person refused consent or could not be asked.
    private static func refusal(_ deed: String) -> CommandFailure {
        guard !Question.canBeAsked else { return CommandFailure(.nothingChosen) }
        return CommandFailure(
            code: .usage, sentence: "There is no terminal to ask on. Use --yes to \(deed) without asking.")
    }

    private func path() throws(CommandFailure) -> String {
        if isSystem { return "/etc/systemd/system/" + ServiceUnit.name }
        guard let installer = UnitInstaller(environment: Environment.folders) else {
            throw CommandFailure(code: .cannotWrite, sentence: "No folder for the unit: set HOME or XDG_CONFIG_HOME.")
        }
        return "\(installer.folder)/\(ServiceUnit.name)"
    }

    private func checkRights() throws(CommandFailure) {
        guard isSystem, geteuid() != 0 else { return }
        throw CommandFailure(code: .accessDenied, sentence: "--system needs root: sudo longwave serve ...")
    }

    /// Returns the user whose sound server the shared player uses: the caller of sudo, otherwise this user. Throws if
    /// that user is root.
    private func owner() throws(CommandFailure) -> ServiceUnit.User {
        let number = Environment.value("SUDO_UID").flatMap { UInt32($0) } ?? getuid()
        guard number != 0, let entry = getpwuid(number) else {
            throw CommandFailure(
                code: .usage, sentence: "The shared player cannot run as root.",
                hints: ["Run sudo as the user whose sound server the shared player will use."])
        }
        return ServiceUnit.User(name: String(cString: entry.pointee.pw_name), number: number)
    }

    /// Runs `systemctl` once for each list of arguments. If systemd does not answer, prints the `systemctl` commands
    /// instead.
    private func run(_ commands: [[String]], _ output: ReportOutput) throws(CommandFailure) {
        let commands = commands.map { isSystem ? $0 : ["--user"] + $0 }
        if try UnitInstaller.run(commands) { return }
        output.say("systemd does not answer here. Start the unit with:")
        for arguments in commands { output.say("systemctl " + arguments.joined(separator: " ")) }
    }
}
