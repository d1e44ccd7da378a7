import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// The output for PulseAudio also works with PipeWire's PulseAudio server, which behaves differently in many details.
@Suite(.enabled(if: PipeWireServer.isInstalled && PulseServer.isInstalled, "pipewire-pulse is not installed"))
struct PipeWireTests {
    @Test func playsCorksMovesAndEnds() throws {
        let server = try PipeWireServer()
        let loop = try EventLoop()
        let system = PulseSystem(loop: loop, server: server.address)
        defer { system.shutDown() }
        let client = ToneClient(sampleRate: 48_000, frames: 1_000_000_000)
        let output = system.makeOutput(
            PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: OutputConfiguration(volume: 1, title: "One"))
        output.client = client
        let recorder = try server.record()
        output.open()
        #expect(loop.turn { client.isOpened }, "\(client.events)")
        #expect(loop.turn { recorder.firstSound() != nil })

        func timing() -> OutputTiming? {
            let seen = client.timings.count
            output.requestTiming()
            _ = loop.turn { client.timings.count > seen || client.failure != nil }
            return client.timings.last
        }
        let first = try #require(timing())
        #expect(loop.turn { timing().map { $0.consumed > first.consumed + 24_000 && $0.isRunning } ?? true })
        #expect(client.timings.allSatisfy { $0.consumed <= $0.written })

        let list = try server.pactl("list", "sink-inputs")
        #expect(list.contains("media.name = \"One\"") && list.contains("media.role = \"music\""))
        let input = try #require(
            try server.pactl("list", "short", "sink-inputs").split(separator: "\n").first.map {
                String($0.prefix { $0.isNumber })
            })
        try server.pactl("set-sink-input-volume", input, "50%")
        #expect(
            loop.turn {
                client.events.contains {
                    if case .volumeChanged(let volume, _) = $0 { abs(volume - 0.5) < 0.01 } else { false }
                }
            }, "\(client.events)")

        let queued = try #require(timing())
        let back = (queued.written - queued.consumed) / 2
        let given = client.given
        #expect(output.takeBack(frames: back))
        client.tookBack(Int(back))
        #expect(loop.turn { client.given >= given })
        #expect(loop.turn { timing().map { $0.consumed > queued.written } ?? true })
        #expect(!client.has(.underflow))

        output.setCorked(true)
        #expect(loop.turn { client.has(.corked(true)) })
        let corked = try #require(timing())
        #expect(!corked.isRunning)
        output.setCorked(false)
        #expect(loop.turn { client.has(.corked(false)) })
        #expect(loop.turn { timing().map { $0.consumed > corked.consumed } ?? true })

        // PipeWire's session manager WirePlumber sometimes ignores the command that moves a stream, so the test repeats
        // it.
        for _ in 0..<8 where !client.has(.moved(device: "p2")) {
            try server.pactl("move-sink-input", input, "p2")
            loop.turn(within: .seconds(4)) { client.has(.moved(device: "p2")) }
        }
        #expect(client.has(.moved(device: "p2")), "\(client.events)")

        client.allowed = client.given
        output.drain()
        #expect(loop.turn { client.has(.drained) }, "\(client.events)")
        #expect(client.failure == nil)
        output.close()
    }
}
