import CLinux
import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// The program `longwave play --json`, started as a user starts it, and its output.
package final class PlayerProcess: Sendable {
    /// The options with which a row starts the program.
    package struct Setting: Sendable {
        /// The program's arguments in place of `play --json` with its arguments and address.
        package var command: [String] = []
        /// Arguments after `play --json` and before the address.
        package var arguments: [String] = []
        /// The address that is played instead of the row's station.
        package var address: String?
        /// Whether stdin and stdout are a terminal, so that the program reads keys.
        package var hasTerminal = false
        /// The arguments of `prlimit`, such as `--nofile=40`.
        package var limits: [String] = []
        package var environment: [String: String] = [:]
        /// Whether stdout must be a pipe, for rows whose fault concerns the reader of that pipe.
        package var needsPipe = false
        /// Whether the program also records to a file: once it plays, the test presses the key R.
        package var records = false
        /// Whether a failed recording is a problem of the row. False for rows that make recordings fail.
        package var judgesRecording = true
        /// The command that starts the player, such as `unshare -rm`. Empty to start it directly.
        package var starter: [String] = []

        package init() {}

        /// A copy of this setting in which the program also records. With a pipe as stdout, the program has no terminal
        /// for the key R, so it does not record.
        var recording: Setting {
            var copy = self
            copy.records = !needsPipe
            copy.hasTerminal = hasTerminal || copy.records
            return copy
        }
    }

    private struct State {
        var lines: [PlayerLine] = []
        var count = 0
        /// Lines on stdout that are not JSON.
        var strange: [String] = []
        var isRead = true
        var endedAt: MonotonicInstant?
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
        let ended = TestSignal()
        let closing = TestSignal()
    }

    package let pid: pid_t
    package let startedAt: MonotonicInstant
    private let process: ChildProcess
    private let errors: String
    private let shared = Shared()
    /// The test's end of the terminal, or -1 if there is none.
    private let master: Int32
    /// The descriptor from which the reading thread reads the program's output.
    private let output: Int32
    private let directory: TemporaryDirectory
    private let recorded: TemporaryDirectory
    /// Whether the program also records, and a failed recording is a problem of the row.
    let hasRecording: Bool

    /// Starts the program.
    /// - Parameters:
    ///   - binary: The program's path.
    ///   - address: The address to play, unless `setting` names another.
    ///   - pulse: The sound server's address.
    ///   - keep: A path to which ".json" and ".errors" are appended for files with the output, or nil to keep none.
    init(binary: String, address: String, pulse: String, setting: Setting, keep: String? = nil) throws {
        directory = try TemporaryDirectory()
        recorded = try TemporaryDirectory()
        hasRecording = setting.records && setting.judgesRecording
        errors = keep.map { $0 + ".errors" } ?? directory.path + "/errors"
        let kept = keep.map { open($0 + ".json", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? -1
        // Of the test's environment variables, the program gets only those of a sanitizer, so that it uses no state,
        // lists or proxies of the person who runs the test.
        var variables = [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color", "HOME": directory.path,
            "XDG_RUNTIME_DIR": directory.path, "PULSE_SERVER": pulse,
        ]
        variables.merge(Sanitizer.environment) { $1 }
        variables.merge(setting.environment) { $1 }
        let limit = setting.limits.isEmpty ? [] : ["prlimit"] + setting.limits
        let command = ["env", "-i"] + variables.map { "\($0.key)=\($0.value)" } + limit
        let recordings =
            setting.records && !setting.arguments.contains("--recordings") ? ["--recordings", recorded.path] : []
        let usual = ["play", "--json"] + recordings + setting.arguments + [setting.address ?? address]
        let words = setting.starter + command + [binary] + (setting.command.isEmpty ? usual : setting.command)
        // The shell, `env`, `prlimit` and the starter execute the next program in the same process, so that the player
        // has the process id that the test knows.
        let script = "file=$1; shift; exec \"$@\" 2>\"$file\""
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 256)
        if setting.hasTerminal {
            guard openpty(&ends.master, &ends.slave, &name, nil, nil) == 0 else {
                throw FaultError(description: "no pseudo-terminal: \(errno)")
            }
            for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        let terminal = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        startedAt = .now
        process = try ChildProcess(
            "sh", ["-c", script, "sh", errors] + words, output: setting.hasTerminal ? .terminal(terminal) : .piped)
        // The child process has opened the terminal by now, so the test does not need its descriptor of the slave end
        // any more.
        if ends.slave >= 0 { close(ends.slave) }
        pid = process.pid
        master = ends.master
        output = dup(setting.hasTerminal ? ends.master : process.output)
        let (shared, output) = (shared, output)
        let keys = setting.records ? master : -1
        LoopThread.start {
            Self.read(output, shared, keep: kept, keys: keys)
            close(output)
            if kept >= 0 { close(kept) }
            shared.ended.raise()
        }
    }

    deinit {
        end()
        if master >= 0 { close(master) }
    }

    // MARK: Output

    /// The lines that the program has written to stdout so far, oldest first.
    package var lines: [PlayerLine] { shared.state.withLock { $0.lines } }
    /// The lines on stdout so far that are not JSON.
    var strangeLines: [String] { shared.state.withLock { $0.strange } }
    package var lineCount: Int { shared.state.withLock { $0.count } }
    package var lastState: String? { shared.state.withLock { $0.lines.last { $0.state != nil }?.state } }
    /// The lines on stderr so far.
    var errorLines: [Substring] {
        let bytes = (try? Samples.read(path: errors)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 }
    }

    /// Waits for a line on stdout, read at or after `instant`, for which `fits` returns true.
    /// - Returns: False if there is none within `bound`, or if the program ends first.
    @discardableResult
    package func says(
        after instant: MonotonicInstant? = nil, within bound: Duration = .seconds(30),
        _ fits: (PlayerLine) -> Bool
    ) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound)
        while !lines.contains(where: { $0.at >= instant ?? startedAt && fits($0) }) {
            guard MonotonicInstant.now < deadline, isRunning else { return false }
            usleep(5_000)
        }
        return true
    }

    /// Removes the lines that were read before `instant`, so that a soak does not keep lines that it has evaluated.
    func forgetLines(before instant: MonotonicInstant) {
        shared.state.withLock { state in
            guard let last = state.lines.lastIndex(where: { $0.at < instant && $0.content.status != nil }) else {
                return
            }
            // The last line with a state stays, because that state still holds at `instant`.
            state.lines.removeFirst(last)
        }
    }

    // MARK: Keys, signals and the pipe

    package func press(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    package func send(_ signal: Int32) { process.send(signal) }

    /// Stops reading the program's stdout, but leaves the pipe open. The program soon cannot write any more.
    package func stopReading() { shared.state.withLock { $0.isRead = false } }

    /// Closes the reading end of the program's stdout, which must be a pipe.
    package func closeOutput() {
        shared.closing.raise()
        shared.ended.wait()
        process.closeOutput()
    }

    package func end() { process.end() }

    /// The folder of the recordings that the program makes if the setting's `records` is true.
    var recordingsFolder: String { recorded.path }

    /// The paths of the recorded sound files.
    var recordings: [String] {
        recorded.names().filter { ![".cue", "json"].contains($0.suffix(4)) }.map { recorded.path + "/" + $0 }
    }

    // MARK: The program's end

    package var isRunning: Bool { process.isRunning }

    /// The exit code, or the negative number of the signal that ended the program. Nil while the program runs.
    package var exitCode: Int32? { process.isRunning ? nil : process.wait() }

    /// Waits for the program's end.
    /// - Returns: False if the program still runs after `bound`.
    @discardableResult
    package func ends(within bound: Duration) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound)
        while process.isRunning {
            guard MonotonicInstant.now < deadline else { return false }
            usleep(5_000)
        }
        return true
    }

    /// The time at which the test read the end of stdout, which is the program's end. Nil before.
    var outputEndedAt: MonotonicInstant? { shared.state.withLock { $0.endedAt } }

    // MARK: The reading thread

    /// Reads the program's stdout until its end or until `closing` is raised.
    /// - Parameters:
    ///   - keep: The descriptor of a file that gets a copy of the output, or -1.
    ///   - keys: The descriptor of the terminal to which the key R is sent when the program first plays, or -1.
    private static func read(_ descriptor: Int32, _ shared: Shared, keep: Int32, keys: Int32) {
        var keys = keys
        var pending: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: shared.closing.watched, events: Int16(POLLIN), revents: 0),
            ]
            if !shared.state.withLock({ $0.isRead }) { polled[0].fd = -1 }
            guard poll(&polled, 2, 200) > 0 else { continue }
            if polled[1].revents != 0 { return }
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            let now = MonotonicInstant.now
            guard count > 0 else {
                // This is the end of a pipe (0 bytes) or of a terminal (the error EIO).
                return shared.state.withLock { $0.endedAt = now }
            }
            pending += part[..<count]
            if keep >= 0 { _ = write(keep, part, count) }
            while let end = pending.firstIndex(of: 0x0A) {
                let text = Array(pending[..<end])
                pending.removeSubrange(...end)
                let line = PlayerLine(text, at: now)
                if keys >= 0, line?.state == "playing" {
                    _ = write(keys, "R", 1)
                    keys = -1
                }
                shared.state.withLock { state in
                    state.count += 1
                    if let line {
                        state.lines.append(line)
                    } else {
                        state.strange.append(String(decoding: text.prefix(200), as: UTF8.self))
                    }
                }
            }
        }
    }
}
