import Glibc
import Longwave
import RadioLoop

/// Writes the units of a scheduled recording to the unit folder of the user's own systemd, and starts the timer.
struct UnitInstaller {
    /// The folder in which the user's own systemd looks for units.
    let folder: String

    init?(environment: [String: String]) {
        guard let config = UserFolders(environment: environment).config else { return nil }
        folder = LocalFile.folder(of: config) + "/systemd/user"
    }

    /// Writes those files of the units that do not exist yet. Never replaces a file: throws if a file with different
    /// content exists.
    func write(_ units: RecordingUnits) throws(CommandFailure) {
        var missing: [(path: String, bytes: [UInt8])] = []
        for file in units.files {
            let (path, bytes) = ("\(folder)/\(file.name)", Array(file.text.utf8))
            var status = stat()
            guard lstat(path, &status) == 0 else {
                missing.append((path, bytes))
                continue
            }
            if (try? LocalFile.read(path, maximum: bytes.count)) == bytes { continue }
            throw CommandFailure(
                code: .cannotWrite, sentence: "\(path) already exists and is different.",
                hints: ["Remove it first: systemctl --user disable --now \(units.name).timer; rm \(path)"])
        }
        for (path, bytes) in missing {
            do throws(LocalFile.Failure) { try LocalFile.replace(path, with: bytes) } catch {
                throw CommandFailure(code: .cannotWrite, sentence: "\(path): \(error.reason).")
            }
        }
    }

    static func commands(_ units: RecordingUnits) -> [[String]] {
        [["--user", "daemon-reload"], ["--user", "enable", "--now", "\(units.name).timer"]]
    }

    /// Makes systemd read the units, and starts the timer.
    /// - Returns: false if a call of `systemctl` failed, for example because the user's systemd does not run.
    func start(_ units: RecordingUnits) throws(CommandFailure) -> Bool { try Self.run(Self.commands(units)) }

    /// Runs `systemctl` once for each list of arguments, until a call fails.
    /// - Returns: false if a call failed or the program `systemctl` was not found.
    static func run(_ commands: [[String]]) throws(CommandFailure) -> Bool {
        guard let program = ChildProgram.find("systemctl", path: Environment.value("PATH") ?? "/usr/bin:/bin") else {
            return false
        }
        let names = ["PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "DBUS_SESSION_BUS_ADDRESS"]
        let environment = names.reduce(into: [:]) { $0[$1] = Environment.value($1) }
        let loop = try EventLoop.ofCommand()
        for arguments in commands {
            var isDone = false
            let child = ChildProgram(
                program, arguments, environment: environment, limits: .init(outputBytes: 1 << 16), loop: loop
            ) {
                if case .exited(code: 0, _) = $0 { isDone = true }
                loop.stop()
            }
            withExtendedLifetime(child) { loop.run() }
            if !isDone { return false }
        }
        return true
    }
}
