import CLinux
import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// The program `longwave` as a user starts it, with `play --json`, and what it says.
package final class PlayerProcess: Sendable {
    /// What is special about how it is started.
    package struct Setting: Sendable {
        /// After `play --json`, before the address.
        package var arguments: [String] = []
        /// What is played instead of the row's station.
        package var address: String?
        /// A terminal as stdin and stdout, so that keys are read.
        package var hasTerminal = false
        /// Of `prlimit`, as in `--nofile=40`.
        package var limits: [String] = []
        package var environment: [String: String] = [:]
        /// The row does something to its stdout that can only be done to a pipe.
        package var needsPipe = false
        /// Records beside the sound, from the first sound on, as the key R does.
        package var records = false
        /// What becomes of that is the row's own matter.
        package var judgesRecording = true
        /// A program that starts it, as in `unshare -rm`.
        package var starter: [String] = []

        package init() {}

        /// With a recording; without a terminal there are no keys.
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
        /// What was no JSON.
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
    /// The terminal's other end; -1 without one.
    private let master: Int32
    /// The reading thread's.
    private let output: Int32
    private let directory: TemporaryDirectory
    private let recorded: TemporaryDirectory
    /// Something is recorded, and it must work.
    let hasRecording: Bool

    /// - Parameters:
    ///   - binary: the program's path.
    ///   - pulse: the sound server's address.
    ///   - keep: files of this name, with ".json" and ".errors", get what it says; nil: they are not kept.
    init(binary: String, address: String, pulse: String, setting: Setting, keep: String? = nil) throws {
        directory = try TemporaryDirectory()
        recorded = try TemporaryDirectory()
        hasRecording = setting.records && setting.judgesRecording
        errors = keep.map { $0 + ".errors" } ?? directory.path + "/errors"
        let kept = keep.map { open($0 + ".json", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? -1
        // Nothing of the tester's own shows: no state, no lists, no proxies.
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
        let words =
            setting.starter + command + [binary, "play", "--json"] + recordings + setting.arguments + [
                setting.address ?? address
            ]
        // Every step replaces the one before, so the id stays.
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
        // The child has its own by now.
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

    // MARK: What it says

    /// The lines so far, the oldest first.
    package var lines: [PlayerLine] { shared.state.withLock { $0.lines } }
    /// Lines on stdout so far that were no JSON.
    var strangeLines: [String] { shared.state.withLock { $0.strange } }
    package var lineCount: Int { shared.state.withLock { $0.count } }
    package var lastState: String? { shared.state.withLock { $0.lines.last { $0.state != nil }?.state } }
    /// Lines on stderr so far.
    var errorLines: [Substring] {
        let bytes = (try? Samples.read(path: errors)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 }
    }

    /// Waits until a line that fits has come, at or after an instant; false when the bound passes before.
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

    /// A long run keeps what it has evaluated no longer.
    func forgetLines(before instant: MonotonicInstant) {
        shared.state.withLock { state in
            guard let last = state.lines.lastIndex(where: { $0.at < instant && $0.content.status != nil }) else {
                return
            }
            // The newest state from before still holds.
            state.lines.removeFirst(last)
        }
    }

    // MARK: What is done to it

    package func press(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    package func send(_ signal: Int32) { process.send(signal) }

    /// Nobody reads its stdout any more; the pipe stays open.
    package func stopReading() { shared.state.withLock { $0.isRead = false } }

    /// The reader of its stdout goes away.
    package func closeOutput() {
        shared.closing.raise()
        shared.ended.wait()
        process.closeOutput()
    }

    package func end() { process.end() }

    /// Where recordings go that the setting asks for.
    var recordingsFolder: String { recorded.path }

    /// What was recorded beside the sound: the paths of its files of sound.
    var recordings: [String] {
        recorded.names().filter { ![".cue", "json"].contains($0.suffix(4)) }.map { recorded.path + "/" + $0 }
    }

    // MARK: How it is

    package var isRunning: Bool { process.isRunning }

    /// Its exit code, or the negative number of the signal that ended it; nil while it runs.
    package var exitCode: Int32? { process.isRunning ? nil : process.wait() }

    /// Waits for its end; false when the bound passes before.
    @discardableResult
    package func ends(within bound: Duration) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound)
        while process.isRunning {
            guard MonotonicInstant.now < deadline else { return false }
            usleep(5_000)
        }
        return true
    }

    /// When its stdout was closed: at its end.
    var outputEndedAt: MonotonicInstant? { shared.state.withLock { $0.endedAt } }

    // MARK: The thread

    /// - Parameter keys: where the key R goes when it plays; -1: nowhere.
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
                // The terminal's end is an error (EIO).
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
