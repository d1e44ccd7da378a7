import TestSupport

/// A command in a real terminal multiplexer of the test's own. Its server ends with it.
final class TmuxSession {
    private let socket: String

    /// - Parameters:
    ///   - command: for a shell; what it needs of the environment stands in it.
    ///   - directory: where the server's socket is.
    init(_ command: String, columns: Int = 80, rows: Int = 24, in directory: TemporaryDirectory) throws {
        socket = directory.path + "/tmux"
        // -u: UTF-8, whatever the tester's locale.
        _ = try Self.run(
            socket,
            ["-u", "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command])
    }

    deinit { _ = try? Self.run(socket, ["kill-server"]) }

    /// Keys by tmux's names, or texts.
    func press(_ keys: String...) throws { _ = try Self.run(socket, ["send-keys"] + keys) }

    /// Bytes as a terminal sends them, such as a report of the mouse.
    func send(_ bytes: [UInt8]) throws {
        _ = try Self.run(socket, ["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// A format of tmux's about the terminal: `#{cursor_x}`.
    func value(_ format: String) throws -> String {
        try Self.run(socket, ["-u", "display-message", "-p", format]).split(separator: "\n").first.map(String.init)
            ?? ""
    }

    /// What a person sees now, with its colours as a terminal is sent them.
    func styled() throws -> String { try Self.run(socket, ["-u", "capture-pane", "-p", "-e"]) }

    func resize(columns: Int, rows: Int) throws {
        _ = try Self.run(socket, ["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// What a person sees now.
    func lines() throws -> [String] {
        // Each line has an end.
        try Self.run(socket, ["-u", "capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// Waits until `condition` holds of what is seen; what is seen at last.
    func see(_ condition: ([String]) -> Bool) async throws -> [String]? {
        var seen: [String] = []
        let isThere = try await eventually {
            guard condition(try lines()) else { return false }
            // The page may have been half drawn.
            seen = try lines()
            return condition(seen)
        }
        return isThere ? seen : nil
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
