import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// A fault row's own sound server with a constant address, its sinks, and the sound that is heard at the sinks'
/// monitors.
///
/// Every sink is recorded for as long as it exists. New sinks, and those of a restarted server, are recorded as soon as
/// they exist.
package final class SoundSystem: Sendable {
    private struct State {
        var server: PulseServer?
        var pipeWire: PipeWireServer?
        var running: [Monitor] = []
        var done: [(sink: String, stretches: [Monitor.Stretch])] = []
        var modules: [String: String] = [:]
    }

    /// The address of the sound server, for the player's environment variable `PULSE_SERVER`.
    package let address: String
    private let socket: String
    private let directory: TemporaryDirectory
    private let programme: SweepProgramme
    private let sinks: [String]
    private let extra: [String]
    private let latency: Int
    private let state = Mutex(State())

    /// Creates the system without starting the server.
    /// - Parameters:
    ///   - sinks: The names of null sinks. The first is the default.
    ///   - modules: Further modules, as in `load-module`.
    ///   - latency: The latency of the recordings in milliseconds.
    init(_ programme: SweepProgramme, sinks: [String], modules: [String], latency: Int) throws {
        self.programme = programme
        self.sinks = sinks
        extra = modules
        self.latency = latency
        directory = try TemporaryDirectory()
        // The socket has the path that PipeWire's PulseAudio server uses in this runtime directory, so that PipeWire
        // can take the place of PulseAudio.
        try Self.makeFolder(directory.path + "/pulse")
        socket = directory.path + "/pulse/native"
        address = "unix:" + socket
    }

    private static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw FaultError(description: "\(path): \(errno)")
        }
    }

    // MARK: The server

    /// Starts the server, or starts it again under the same address with the same sinks.
    package func start() throws {
        let sinks = sinks.map { PulseServer.Sink($0, rate: SweepProgramme.sampleRate) }
        // A null source serves as the default source. No sink's monitor may be the default source, because the server
        // moves recordings of the default source.
        let server = try PulseServer(
            sinks: sinks, modules: ["module-null-source source_name=quiet"] + extra, socket: socket)
        state.withLock { $0.server = server }
        for sink in self.sinks { try listen(sink) }
    }

    /// Kills the server.
    package func kill() {
        let server = state.withLock { state in
            state.modules = [:]
            return state.server.take()
        }
        server?.stop()
        for sink in state.withLock({ $0.running.map(\.sink) }) { endMonitor(sink) }
        unlink(socket)
    }

    package func freeze() { state.withLock { $0.server }?.freeze() }
    package func thaw() { state.withLock { $0.server }?.thaw() }

    /// Starts PipeWire under the same address, with the default sink "p1" and the sink "p2".
    package func startPipeWire() throws {
        let server = try PipeWireServer(directory: directory)
        state.withLock { $0.pipeWire = server }
        try listen("p1")
    }

    @discardableResult
    package func pactl(_ arguments: String...) throws -> String {
        let result = try ChildProcess.run(
            "pactl", arguments, environment: ["PULSE_SERVER": address, "LC_ALL": "C", "HOME": directory.path])
        guard result.code == 0 else {
            throw FaultError(description: "pactl \(arguments): \(result.output)")
        }
        return result.output
    }

    // MARK: Sinks

    package func addSink(_ name: String) throws {
        let index = try pactl(
            "load-module", "module-null-sink", "sink_name=\(name)", "rate=\(SweepProgramme.sampleRate)", "norewinds=1")
        state.withLock { $0.modules[name] = String(index.prefix { $0.isNumber }) }
        try listen(name)
    }

    /// Removes a sink, as when a device is unplugged.
    package func removeSink(_ name: String) throws {
        let known = state.withLock { $0.modules.removeValue(forKey: name) }
        let module = try known ?? moduleOf(name)
        try pactl("unload-module", module)
        // Ends the recording of the sink. The server would otherwise move it to another sink.
        endMonitor(name)
    }

    private func moduleOf(_ sink: String) throws -> String {
        for line in try pactl("list", "short", "modules").split(separator: "\n")
        where line.contains("sink_name=\(sink) ") || line.hasSuffix("sink_name=\(sink)") {
            return String(line.prefix { $0.isNumber })
        }
        throw FaultError(description: "no sink \(sink)")
    }

    /// Returns the index of the newest stream at the sound server, which is the player's, or nil if there is none.
    package func sinkInput() throws -> String? {
        let text = try pactl("list", "short", "sink-inputs")
        return text.split(separator: "\n").last.map { String($0.prefix { $0.isNumber }) }
    }

    // MARK: Another program

    /// Starts another program that plays silence with the media role `role`, as a phone does during a call. The program
    /// ends with the returned object or with `end()`.
    package func otherProgram(role: String) throws -> ChildProcess {
        try ChildProcess(
            "pacat", ["--playback", "--property=media.role=\(role)", "--latency-msec=50", "/dev/zero"],
            environment: ["PULSE_SERVER": address, "LC_ALL": "C", "HOME": directory.path])
    }

    // MARK: Heard sound

    private func listen(_ sink: String) throws {
        let monitor = try Monitor(address: address, sink: sink, programme: programme, latency: latency)
        state.withLock { $0.running.append(monitor) }
    }

    private func endMonitor(_ sink: String) {
        let monitors = state.withLock { state in
            let ended = state.running.filter { $0.sink == sink }
            state.running.removeAll { $0.sink == sink }
            return ended
        }
        for monitor in monitors {
            monitor.stop()
            state.withLock { $0.done.append((sink, monitor.stretches)) }
        }
    }

    /// Returns the stretches of sound heard so far, at the monitor of `sink` or, if that is nil, of all sinks.
    func stretches(of sink: String? = nil) -> [Monitor.Stretch] {
        state.withLock { state in
            state.done.filter { sink == nil || $0.sink == sink }.flatMap(\.stretches)
                + state.running.filter { sink == nil || $0.sink == sink }.flatMap(\.stretches)
        }
    }

    package func sound(after instant: MonotonicInstant, on sink: String? = nil) -> MonotonicInstant? {
        stretches(of: sink).filter { $0.end > instant }.map { max($0.begin, instant) }.min()
    }

    /// Removes the stretches that ended before `instant`, so that a soak does not keep stretches that it has evaluated.
    func forget(before instant: MonotonicInstant) {
        state.withLock { state in
            for monitor in state.running { monitor.forget(before: instant) }
            for index in state.done.indices { state.done[index].stretches.removeAll { $0.end < instant } }
            state.done.removeAll { $0.stretches.isEmpty }
        }
    }

    /// Ends the recordings and the server. The stretches of sound are still available afterwards.
    func stop() {
        for sink in state.withLock({ $0.running.map(\.sink) }) { endMonitor(sink) }
        kill()
        state.withLock { $0.pipeWire = nil }
    }
}
