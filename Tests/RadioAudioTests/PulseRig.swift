import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// A sound server, a `PulseSystem`, and an output with its client. The test runs their event loop.
final class PulseRig {
    let loop: EventLoop
    private(set) var server: PulseServer
    let system: PulseSystem
    let client: ToneClient
    let output: any AudioOutput
    private(set) var systemEvents: [AudioSystemEvent] = []

    init(
        sinks: [PulseServer.Sink] = [.init()], modules: [String] = [], socket: String? = nil, device: String? = nil,
        rate: Int = 48_000, frames: Int = 1_000_000_000, configuration: OutputConfiguration = .init()
    ) throws {
        loop = try EventLoop()
        server = try PulseServer(sinks: sinks, modules: modules, socket: socket)
        system = PulseSystem(loop: loop, server: server.address, devices: device.map { [$0] } ?? [])
        client = ToneClient(sampleRate: rate, frames: frames)
        output = system.makeOutput(PCMFormat(sampleRate: rate, channelCount: 2), configuration: configuration)
        output.client = client
        system.onEvent = { [weak self] in self?.systemEvents.append($0) }
    }

    deinit {
        output.close()
        system.shutDown()
    }

    /// Opens the output and waits until the sound server plays its sound.
    func start() {
        output.open()
        #expect(loop.turn { client.has(.started) }, "\(client.events)")
    }

    func wait(_ condition: () -> Bool) -> Bool { loop.turn(until: condition) }

    /// Requests a timing answer of the output and waits for it. Returns the newest answer, or nil if none comes.
    func timing() -> OutputTiming? {
        let seen = client.timings.count
        output.requestTiming()
        _ = loop.turn { client.timings.count > seen || client.failure != nil }
        return client.timings.last
    }

    /// Requests a timing answer every 50 ms until one meets the condition.
    func waitForTiming(_ condition: (OutputTiming) -> Bool) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
        while MonotonicInstant.now < deadline, let timing = timing() {
            if condition(timing) { return true }
            loop.turn(for: .milliseconds(50))
        }
        return false
    }

    /// Returns the index of the output's stream in the list of `pactl`.
    func sinkInput() throws -> String {
        let line = try #require(try server.pactl("list", "short", "sink-inputs").split(separator: "\n").first)
        return String(line.prefix { $0.isNumber })
    }

    /// Starts a new sound server at the address of the old one.
    func restart(socket: String) throws { server = try PulseServer(socket: socket) }
}
