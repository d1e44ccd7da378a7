import Glibc
import RadioLoop

/// Runs a PulseAudio daemon for one test, on a private socket, with null sinks. It also works if root runs the tests.
/// The daemon ends when the object is released.
///
///     let server = try PulseServer()                       // one null sink "n1", 48 kHz
///     let recorder = try server.record()                   // records its monitor, see PulseRecorder
///     … play to server.address (`PULSE_SERVER`) …
///     try server.pactl("set-default-sink", "n2")
package final class PulseServer: Sendable {
    package struct Sink: Sendable {
        package var name: String
        package var rate: Int
        package var channels: Int
        /// Whether the sink never replaces sound that it has already rendered. If true, the sink's latency is a few
        /// milliseconds. If false, its latency is up to two seconds, like that of a sound card.
        package var noRewinds: Bool

        package init(_ name: String = "n1", rate: Int = 48_000, channels: Int = 2, noRewinds: Bool = true) {
            self.name = name
            self.rate = rate
            self.channels = channels
            self.noRewinds = noRewinds
        }

        var module: String {
            "module-null-sink sink_name=\(name) rate=\(rate) channels=\(channels)" + (noRewinds ? " norewinds=1" : "")
        }
    }

    package static let isInstalled = ["pulseaudio", "pactl", "parec"].allSatisfy(ChildProcess.exists)

    /// The daemon's address, for the clients' environment variable `PULSE_SERVER`.
    package let address: String
    package let sinks: [Sink]
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Starts a daemon.
    /// - Parameters:
    ///   - sinks: The null sinks.
    ///   - modules: Further modules, as in `load-module`.
    ///   - socket: The path of the socket, so that another daemon can later use the same address. Nil makes a new path.
    package init(sinks: [Sink] = [Sink()], modules: [String] = [], socket: String? = nil) throws {
        directory = try TemporaryDirectory()
        self.sinks = sinks
        let path = socket ?? directory.path + "/pulse.sock"
        address = "unix:" + path
        var arguments = [
            // The daemon also ends after 60 s without clients, in case a killed test could not end it.
            "-n", "--daemonize=no", "--exit-idle-time=60", "--use-pid-file=no", "--realtime=no", "--high-priority=no",
            "-L", "module-native-protocol-unix socket=\(path) auth-anonymous=1",
        ]
        for module in sinks.map(\.module) + modules { arguments += ["-L", module] }
        process = try ChildProcess("pulseaudio", arguments, environment: Self.environment(directory.path))
        try waitUntilReady(path)
    }

    deinit { process.end() }

    private static func environment(_ directory: String) -> [String: String] {
        ["HOME": directory, "XDG_RUNTIME_DIR": directory, "XDG_CONFIG_HOME": directory, "DBUS_SESSION_BUS_ADDRESS": ""]
    }

    private func waitUntilReady(_ path: String) throws {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(60))
        while !UnixSocket.answers(path) {
            guard process.isRunning else {
                throw ChildProcess.StartError(description: "pulseaudio ended at its start (\(process.wait()))")
            }
            guard MonotonicInstant.now < deadline else {
                throw ChildProcess.StartError(description: "pulseaudio did not listen on \(path)")
            }
            usleep(5_000)
        }
    }

    package var pid: pid_t { process.pid }

    /// The CPU time that the daemon has used, in seconds.
    package var cpuSeconds: Double { ProcessFacts(pid).cpuSeconds }

    /// Kills the daemon, so that its clients lose their connections.
    package func stop() { process.end() }

    /// Asks the daemon to end (SIGTERM) and waits. The daemon closes its connections and removes its socket.
    package func quit() {
        process.send(SIGTERM)
        process.wait()
    }

    /// Stops the daemon without informing its clients (SIGSTOP). `thaw()` continues it.
    package func freeze() { process.send(SIGSTOP) }
    package func thaw() { process.send(SIGCONT) }

    /// Runs `pactl` and returns its output.
    @discardableResult
    package func pactl(_ arguments: String...) throws -> String { try pactl(arguments) }

    @discardableResult
    private func pactl(_ arguments: [String]) throws -> String {
        let result = try ChildProcess.run(
            "pactl", arguments, environment: ["PULSE_SERVER": address, "LC_ALL": "C", "HOME": directory.path])
        guard result.code == 0 else {
            throw ChildProcess.StartError(description: "pactl \(arguments): \(result.output)")
        }
        return result.output
    }

    /// Adds a null sink to the running server.
    package func add(_ sink: Sink) throws {
        try pactl(["load-module"] + sink.module.split(separator: " ").map(String.init))
    }

    /// Removes a null sink.
    package func remove(_ sink: String) throws {
        let lines = try pactl("list", "short", "modules").split(separator: "\n")
        let isWanted: (Substring) -> Bool = { $0.contains("module-null-sink") && $0.contains("sink_name=\(sink) ") }
        guard let line = lines.first(where: isWanted) else {
            throw ChildProcess.StartError(description: "no module of sink \(sink)")
        }
        try pactl("unload-module", String(line.prefix { $0.isNumber }))
    }

    /// The output of `pactl list short sink-inputs`: one line per stream.
    package var streams: [Substring] { ((try? pactl("list", "short", "sink-inputs")) ?? "").split(separator: "\n") }

    /// Records the monitor of a sink, by default of the first one.
    package func record(
        _ sink: String? = nil, channels: Int = 2, rate: Int? = nil, latency: Int = 20
    ) throws -> PulseRecorder {
        let chosen = sinks.first { $0.name == sink ?? sinks[0].name }
        return try PulseRecorder(
            address: address, sink: sink ?? sinks[0].name, rate: rate ?? chosen?.rate ?? 48_000, channels: channels,
            latency: latency)
    }
}
