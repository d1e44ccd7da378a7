import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// A station in parts of segments whose sound stands still for a while.
@Suite struct LowLatencyTests {
    enum Listener: CaseIterable {
        case waits, pauses, wentBack
    }

    private static let holdBack = 1.35

    /// What a standstill took is not carried along, but for a listener who is behind by choice.
    @Test(arguments: Listener.allCases) func aStandstillIsNotCarriedAlong(_ listener: Listener) throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, partSeconds: 0.4, loops: true)
        var channel = HlsChannel(.live(window: 6), targetDuration: 2, programme: programme)
        channel.partTarget = MediaTime(seconds: 0.45)
        channel.canBlockReload = true
        channel.partHoldBack = Self.holdBack
        origin.add("radio", channel)
        origin.advance(seconds: 21)
        var policy = PlaybackPolicy.listener
        policy.hls.isLowLatency = true
        let rig = try PlayerRig(policy: policy)
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(800)))
        let output = try #require(rig.output)
        var flushes = output.flushCount
        switch listener {
        case .waits: break
        case .pauses:
            rig.player.pause()
            rig.player.resume(atLiveEdge: false)
        case .wentBack:
            let range = try #require(rig.player.seekableRange)
            try rig.player.seek(to: range.end - MediaTime(seconds: 1.5))
            flushes = output.flushCount
        }
        // The station goes on for four seconds, and the sound server takes nothing.
        let end = try #require(rig.player.seekableRange).end
        origin.advance(seconds: 4)
        #expect(
            rig.loop.turn { rig.player.position(at: rig.player.timeline.range.end) >= end + MediaTime(seconds: 3.5) })
        rig.loop.turn(for: .milliseconds(50))
        guard listener == .waits else {
            #expect(output.flushCount == flushes)
            #expect(rig.player.snapshot().liveOffset > .seconds(2.5))
            return
        }
        // Once, not each time.
        #expect(output.flushCount == flushes + 1)
        output.consume(.milliseconds(100))
        #expect(rig.loop.turn { rig.status == .playing })
        let offset = rig.player.snapshot().liveOffset
        #expect(offset > .seconds(0.5) && offset < .seconds(Self.holdBack + 1), "\(offset)")
    }
}
