import RadioLoop
import TestSupport
import Testing

@testable import RadioAudio

@Suite(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct PulseOutputTests {
    @Test func everySampleArrivesOnceInOrder() throws {
        let server = try PulseServer()
        let loop = try EventLoop()
        let system = PulseSystem(loop: loop, server: server.address)
        defer { system.shutDown() }
        let recorder = try server.record()
        let output = system.makeOutput(PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: .init())
        let client = ToneClient(sampleRate: 48_000, frames: 48_000)
        output.client = client
        output.open()
        #expect(loop.turn { client.isFinished })
        output.drain()
        #expect(loop.turn { client.events.contains(.drained) }, "\(client.events)")
        print(client.events)
        loop.turn(for: .seconds(1))
        let left = recorder.channel(0)
        let start = try #require(recorder.firstSound(threshold: 1e-6))
        print(start, left.count, recorder.lastSound(threshold: 1e-6)! - start)
        output.close()
    }
}
