import Glibc
import TestSupport
import Testing

/// A listener's folders, settings and station list, for tests of the screen (`longwave screen`).
final class ScreenHome {
    let directory: TemporaryDirectory
    var path: String { directory.path }
    var library: String { path + "/stations.json" }
    var recordings: String { path + "/kept" }

    struct Station {
        var name: String
        var urls: [String]
        var country: String
        /// Further members of the station's object in the JSON list, each preceded by a comma.
        var more: String

        init(_ name: String, _ urls: String..., country: String = "DE", more: String = "") {
            (self.name, self.urls) = (name, urls.isEmpty ? ["http://127.0.0.1:1/"] : urls)
            (self.country, self.more) = (country, more)
        }
    }

    /// Creates a list of two stations whose addresses refuse connections.
    init() throws {
        directory = try TemporaryDirectory()
        try list(Station("Nord", "http://127.0.0.1:1/n"), Station("日本の声", "http://127.0.0.1:1/j"))
    }

    func list(_ stations: Station...) throws { try list(stations) }

    /// Writes the listener's station list. Each station's id is its name.
    func list(_ stations: [Station]) throws {
        let entries = stations.map { station in
            let further = station.urls.dropFirst().map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"name":"\#(station.name)","streamURL":"\#(station.urls[0])","urls":[\#(further)],"#
                + #""id":"\#(station.name)","country":"\#(station.country)"\#(station.more)}"#
        }
        try TextFile.write("{\"station\":[" + entries.joined(separator: ",") + "]}", to: library)
    }

    /// Writes the listener's configuration file.
    func configure(_ text: String) throws { try directory.write("config/longwave/config.toml", text) }

    var environment: [String: String] {
        [
            "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
            "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache", "XDG_RUNTIME_DIR": path + "/run",
            "LONGWAVE_LIBRARY": library,
        ]
    }

    func run(_ arguments: String...) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(arguments, environment: environment)
    }

    /// The arguments that start a screen without sound.
    static let silent = ["screen", "--output", "null"]

    /// Starts the program in tmux.
    /// - Parameters:
    ///   - arguments: The program's arguments, quoted for a shell.
    ///   - more: Variables that override the home's own. Empty ones are unset.
    func open(
        _ arguments: [String] = silent, columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:]
    ) throws -> ScreenTerminal {
        try ScreenTerminal(self, arguments, columns: columns, rows: rows, more)
    }

    /// Starts the screen and waits until it shows the stations. Keys that are pressed earlier have no effect.
    func screen(
        _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:],
        at location: SourceLocation = #_sourceLocation
    ) async throws -> ScreenTerminal {
        let terminal = try open(Self.silent + arguments, columns: columns, rows: rows, more)
        _ = try await terminal.see(at: location) {
            // The test may read the terminal while a page is half drawn, so it looks at several lines.
            $0.count > 3 && $0[1].contains(" All ") && !"  loading the stations".hasPrefix($0[2])
        }
        return terminal
    }
}

/// The program in a terminal of tmux.
final class ScreenTerminal {
    let session: TmuxSession
    private let home: ScreenHome

    init(
        _ home: ScreenHome, _ arguments: [String], columns: Int, rows: Int, _ more: [String: String]
    ) throws {
        self.home = home
        var settings = LongwaveBinary.environment(home.environment.merging(more) { $1 })
        // tmux sets the environment variable TERM, unless the test gives a value.
        if more["TERM"] == nil { settings["TERM"] = nil }
        let unset =
            ["LC_ALL", "NO_COLOR", "COLORTERM", "DISPLAY", "WAYLAND_DISPLAY"].filter { settings[$0] == nil }
            + settings.filter(\.value.isEmpty).keys
        let words =
            unset.map { "-u \($0)" } + settings.filter { !$0.value.isEmpty }.map { "'\($0.key)=\($0.value)'" }
            + ["'\(LongwaveBinary.path)'"] + arguments
        let path = home.path
        // Ctrl-C ends the program but not the shell, which still has to write the exit code.
        let command =
            "trap : INT; env " + words.joined(separator: " ") + " 2> '\(path)/errors'; echo $? > '\(path)/code.part';"
            + " mv '\(path)/code.part' '\(path)/code'; echo the shell again; cat"
        session = try TmuxSession(command, columns: columns, rows: rows, in: home.directory)
    }

    /// Waits until `condition` holds for the lines on the screen, and returns these lines.
    @discardableResult
    func see(at location: SourceLocation = #_sourceLocation, _ condition: ([String]) -> Bool) async throws -> [String] {
        let lines = try await session.see(condition)
        let last = try session.lines()
        return try #require(lines, "\(last.joined(separator: "\n"))", sourceLocation: location)
    }

    /// Waits until a line of the screen contains `text`, and returns the lines.
    @discardableResult
    func see(_ text: String, at location: SourceLocation = #_sourceLocation) async throws -> [String] {
        try await see(at: location) { $0.contains { $0.contains(text) } }
    }

    /// Waits until the screen marks this station as the current one and says that it plays.
    @discardableResult
    func seePlaying(_ station: String, at location: SourceLocation = #_sourceLocation) async throws -> [String] {
        try await see(at: location) { lines in
            lines.contains { $0.hasPrefix("playing") } && lines.contains { $0.hasPrefix("▸") && $0.contains(station) }
        }
    }

    /// Waits until the screen shows this title and has played the station for at least `seconds`.
    @discardableResult
    func see(
        _ title: String, heardFor seconds: Int, at location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await see(at: location) { lines in
            lines[18] == title && (seconds..<60).contains { lines[21].contains($0 < 10 ? "0:0\($0)" : "0:\($0)") }
        }
    }

    /// Presses keys, given by tmux's names such as "Enter", or types texts.
    func press(_ keys: String...) throws {
        for key in keys { try session.press(key) }
    }

    /// Presses and releases the first mouse button at a cell. Rows and columns count from 0 (X10 report, as in
    /// tmux-256color).
    func click(row: Int, column: Int) throws { for button in [0x20, 0x23] { try mouse(button, row, column) } }

    /// Turns the mouse wheel by one step.
    func wheel(isDown: Bool) throws { try mouse(isDown ? 0x61 : 0x60, 5, 5) }

    private func mouse(_ button: Int, _ row: Int, _ column: Int) throws {
        try session.send([0x1B, 0x5B, 0x4D, UInt8(button), UInt8(0x21 + column), UInt8(0x21 + row)])
    }

    /// Waits until the program has ended and the shell has the whole terminal again. Returns the program's exit code.
    func ending(at location: SourceLocation = #_sourceLocation) async throws -> String {
        let lines = try await see(at: location) { $0.first == "the shell again" }
        #expect(lines.dropFirst().allSatisfy { $0.isEmpty }, "\(lines)", sourceLocation: location)
        return try code()
    }

    /// Returns the exit code, or an empty text while the program runs.
    func code() throws -> String { try LongwaveBinary.read(home.path + "/code").filter { $0 != "\n" } }

    /// Returns the program's process id.
    func program() async throws -> pid_t {
        let shell = try session.value("#{pane_pid}")
        var pid: pid_t?
        _ = try await eventually {
            let children = try LongwaveBinary.read("/proc/\(shell)/task/\(shell)/children")
            pid = children.split(separator: " ").first.flatMap { pid_t($0) }
            return pid != nil
        }
        return try #require(pid)
    }

    /// Returns what the program wrote to standard error.
    func errors() throws -> String { try LongwaveBinary.read(home.path + "/errors") }

    /// Waits until a condition holds for the terminal's text, which includes the escape sequences for colours. Returns
    /// false if it never holds.
    func isStyled(_ condition: (String) -> Bool) async throws -> Bool {
        try await session.follow { condition(try session.styled()) }
    }
}
