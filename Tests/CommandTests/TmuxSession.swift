import Glibc
import RadioLoop
import TestSupport

/// A terminal in a tmux server that the test runs. The server ends when this object is released.
final class TmuxSession {
    private let socket: String
    /// The file to which tmux copies the terminal's output.
    private let copy: String

    /// - Parameters:
    ///   - command: A command for a shell. It must set its own environment variables.
    ///   - directory: The folder of the server's socket.
    init(_ command: String, columns: Int = 80, rows: Int = 24, in directory: TemporaryDirectory) throws {
        socket = directory.path + "/tmux"
        copy = directory.path + "/tmux.out"
        // -u selects UTF-8, whatever the tester's locale is.
        _ = try Self.run(
            socket,
            [
                "-u", "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command, ";",
                "pipe-pane", "exec cat > '\(copy)'",
            ])
    }

    deinit { _ = try? Self.run(socket, ["kill-server"]) }

    /// Presses keys, given by tmux's names such as "Enter", or types texts.
    func press(_ keys: String...) throws { _ = try Self.run(socket, ["send-keys"] + keys) }

    /// Sends bytes as a terminal would, such as a mouse report.
    func send(_ bytes: [UInt8]) throws {
        _ = try Self.run(socket, ["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// Returns the value of one of tmux's formats, such as `#{cursor_x}`.
    func value(_ format: String) throws -> String {
        try Self.run(socket, ["-u", "display-message", "-p", format]).split(separator: "\n").first.map(String.init)
            ?? ""
    }

    /// Returns the visible text with its colours, as tmux would send it to a terminal.
    func styled() throws -> String { try Self.run(socket, ["-u", "capture-pane", "-p", "-e"]) }

    func resize(columns: Int, rows: Int) throws {
        _ = try Self.run(socket, ["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Returns the lines that the terminal shows.
    func lines() throws -> [String] {
        // Each line ends with a line feed.
        try Self.run(socket, ["-u", "capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// Waits until `condition` holds for the visible lines, and returns them, or nil if it never holds.
    func see(_ condition: ([String]) -> Bool) async throws -> [String]? {
        var seen: [String] = []
        let isThere = try await follow {
            guard condition(try lines()) else { return false }
            // The lines may have been read while the page was half drawn, so they are read again.
            seen = try lines()
            return condition(seen)
        }
        return isThere ? seen : nil
    }

    /// Waits until a condition on the terminal's contents holds. Returns false if it never holds. Because asking tmux
    /// starts a program, the condition is checked only when there was output, and twice per second.
    func follow(_ condition: () throws -> Bool) async throws -> Bool {
        var checked: (size: off_t, at: MonotonicInstant)?
        // The screen shows a message for eight seconds. A task that gives its thread up may get it back only later, so
        // the thread is kept at first.
        let end = MonotonicInstant.now.advanced(by: .seconds(5))
        return try await eventually {
            repeat {
                var facts = stat()
                stat(copy, &facts)
                let now = MonotonicInstant.now
                if checked?.size != facts.st_size || checked!.at.duration(to: now) >= .milliseconds(500) {
                    checked = (facts.st_size, now)
                    if try condition() { return true }
                }
                if now < end { usleep(5000) }
            } while MonotonicInstant.now < end
            return false
        }
    }

    private static func run(_ socket: String, _ arguments: [String]) throws -> String {
        let child = try ChildProcess(
            "env", ["-u", "TMUX", "LC_ALL=C.UTF-8", "tmux", "-S", socket] + arguments, output: .piped)
        let output = child.readAll()
        let code = child.wait()
        guard code == 0 else { throw TestFailure(reason: "tmux \(arguments): \(code)") }
        return output
    }
}
