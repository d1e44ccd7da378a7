import Glibc
import RadioLoop

/// Runs PipeWire with its PulseAudio server and a session manager for one test, in a runtime directory and on a session
/// bus of its own. All of them end when the object is released.
///
///     let server = try PipeWireServer()                 // two null sinks, "p1" (the default) and "p2"
///     let server = try PipeWireServer(sinks: ["n1"], directory: directory)    // replaces a server in that directory
///     … play to server.address …
package final class PipeWireServer: Sendable {
    package static let isInstalled = ["pipewire", "wireplumber", "pipewire-pulse", "dbus-run-session", "pactl"]
        .allSatisfy(ChildProcess.exists)

    /// The address of PipeWire's PulseAudio server, for the clients' environment variable `PULSE_SERVER`.
    package let address: String
    /// The runtime directory, for programs that use PipeWire's own protocol.
    package var runtimeDirectory: String { directory.path }
    private let directory: TemporaryDirectory
    private let session: ChildProcess

    /// Starts PipeWire, its PulseAudio server and the session manager, and creates null sinks.
    /// - Parameter directory: The runtime directory of an earlier sound server that this one replaces, or nil for a new
    ///   one.
    package init(sinks: [String] = ["p1", "p2"], directory: TemporaryDirectory? = nil) throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        address = "unix:\(directory.path)/pulse/native"
        // The script writes the daemons' process ids to a file, so that the test ends exactly these processes.
        let script = """
            pipewire & a=$!
            sleep 0.2
            wireplumber & b=$!
            pipewire-pulse & c=$!
            echo $a $b $c > "$XDG_RUNTIME_DIR/pids"
            wait
            """
        let environment = [
            "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": directory.path + "/config",
            "XDG_STATE_HOME": directory.path + "/state", "DBUS_SESSION_BUS_ADDRESS": "",
        ]
        session = try ChildProcess("dbus-run-session", ["--", "sh", "-c", script], environment: environment)
        do {
            try waitUntilReady()
            for name in sinks {
                try pactl(
                    "load-module", "module-null-sink", "sink_name=\(name)", "rate=48000", "channels=2")
            }
            if let first = sinks.first { try setDefault(first) }
        } catch {
            end()
            throw error
        }
    }

    deinit { end() }

    /// Sets the default sink. PipeWire refuses this ("Not supported") until the session manager handles defaults, which
    /// may be some time after the first sink appears.
    private func setDefault(_ sink: String) throws {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
        while true {
            do {
                try pactl("set-default-sink", sink)
                return
            } catch {
                guard MonotonicInstant.now < deadline else { throw error }
                usleep(50_000)
            }
        }
    }

    private func waitUntilReady() throws {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
        // The session manager creates the first sink when it is ready.
        while (try? pactl("list", "short", "sinks"))?.isEmpty ?? true {
            guard MonotonicInstant.now < deadline else {
                throw ChildProcess.StartError(description: "pipewire-pulse has no sink")
            }
            usleep(50_000)
        }
    }

    @discardableResult
    package func pactl(_ arguments: String...) throws -> String {
        let result = try ChildProcess.run(
            "pactl", arguments, environment: ["PULSE_SERVER": address, "LC_ALL": "C", "HOME": directory.path])
        guard result.code == 0 else {
            throw ChildProcess.StartError(description: "pactl \(arguments): \(result.output)")
        }
        return result.output
    }

    package func record(_ sink: String = "p1") throws -> PulseRecorder {
        try PulseRecorder(address: address, sink: sink, rate: 48_000, channels: 2)
    }

    private func end() {
        let text = (try? Samples.read(path: directory.path + "/pids")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let pids = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).compactMap { pid_t($0) }
        for pid in pids { kill(pid, SIGTERM) }
        // When the daemons have ended, the script ends, and then `dbus-run-session`. If no process ids are known, the
        // session is killed.
        if pids.isEmpty { session.end() } else { session.wait() }
    }
}
