import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// The sound server of a Low-Latency HLS player takes no sound for a while (a standstill), while the station continues.
@Suite struct LowLatencyTests {
    enum Listener: CaseIterable {
        case waits, pauses, wentBack
    }

    private static let holdBack = 1.35

    /// Plays a low-latency station until a tenth of a second was heard. After that, the test decides how much sound is
    /// heard.
    private func play(_ origin: HlsOrigin, window: Int = 6) throws -> PlayerRig {
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, partSeconds: 0.4, loops: true)
        var channel = HlsChannel(.live(window: window), targetDuration: 2, programme: programme)
        channel.partTarget = MediaTime(seconds: 0.45)
        channel.canBlockReload = true
        channel.partHoldBack = Self.holdBack
        origin.add("radio", channel)
        origin.advance(seconds: 21)
        var policy = PlaybackPolicy.listener
        policy.hls.isLowLatency = true
        let rig = try PlayerRig(policy: policy)
        rig.system.isTimeless = true
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(800)))
        return rig
    }

    /// Returns the position at which the sound that the player holds ends.
    private func reach(_ rig: PlayerRig) -> MediaTime {
        rig.player.intake.position(at: rig.player.intake.timeline.range.end)
    }

    /// After a standstill of the sound server, the player jumps back to its distance from the live edge. It does not if
    /// the listener has paused or has chosen an earlier position.
    @Test(arguments: Listener.allCases) func aStandstillIsNotCarriedAlong(_ listener: Listener) throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin)
        let output = try #require(rig.output)
        var flushes = output.flushCount
        switch listener {
        case .waits: break
        case .pauses:
            rig.player.pause()
            rig.player.resume(atLiveEdge: false)
        case .wentBack:
            let range = try #require(rig.player.intake.positions.seekable.first)
            try rig.player.navigator.seek(to: range.end - MediaTime(seconds: 1.5))
            flushes = output.flushCount
        }
        // The station publishes four seconds of sound, while the sound server takes none.
        let end = try #require(rig.player.intake.positions.seekable.first).end
        origin.advance(seconds: 4)
        #expect(rig.turn { reach(rig) >= end + MediaTime(seconds: 3.5) })
        rig.loop.pass(.milliseconds(50))
        guard listener == .waits else {
            #expect(output.flushCount == flushes)
            #expect(rig.player.snapshot().liveOffset > .seconds(2.5))
            return
        }
        // The player has jumped exactly once.
        #expect(output.flushCount == flushes + 1)
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing)
        let offset = rig.player.snapshot().liveOffset
        #expect(offset > .seconds(0.5) && offset < .seconds(Self.holdBack + 1), "\(offset)")
    }

    /// When the player is about a second further behind the live edge than PART-HOLD-BACK, it jumps. (Once, it could
    /// stay a second and two parts behind forever.)
    @Test func aSecondIsTooMuch() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin)
        let output = try #require(rig.output)
        let flushes = output.flushCount
        func end() -> MediaTime { rig.player.intake.positions.seekable.first?.end ?? .zero }
        let first = try #require(rig.player.intake.timeline.packet(rig.player.speaker.jumpTarget))
        let heard = MediaTime(samples: output.consumed, rate: output.format.sampleRate)
        let begin = rig.player.intake.position(at: first.start) + heard
        #expect((end() - begin).seconds < Self.holdBack + 0.05)
        // The station publishes one part after another until the player's distance from the live edge is just too
        // large.
        while (end() - begin).seconds <= Self.holdBack + 0.75 {
            #expect(output.flushCount == flushes)
            let before = end()
            origin.advance(seconds: 0.4)
            guard rig.turn(until: { end() > before }) else { break }
        }
        #expect(rig.turn { output.flushCount > flushes })
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing)
        let after = rig.player.snapshot().liveOffset
        #expect(after < .seconds(Self.holdBack + 0.05), "\(after)")
        #expect(output.flushCount == flushes + 1)
    }

    /// Between two timing answers of the sound server, the player estimates the heard position, possibly too far ahead.
    /// The next answer corrects the estimate, which must not cause a jump.
    @Test func aGuessTakenBackIsNoReasonToJump() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin)
        let output = try #require(rig.output)
        let flushes = output.flushCount
        func heard() -> MediaTime { MediaTime(flicks: rig.player.speaker.lastHeard.time) }
        let first = try #require(rig.player.intake.timeline.packet(rig.player.speaker.jumpTarget))
        let begin = rig.player.intake.position(at: first.start)
        output.isTimeless = false
        rig.loop.pass(.milliseconds(700))
        rig.player.speaker.updateHeard()
        #expect(heard().seconds > 0.6)
        output.isTimeless = true
        // The estimate for the first packet is dropped, because it was not the listener's position.
        #expect(rig.player.speaker.lane?.heard(at: rig.loop.now) == nil)
        func end() -> MediaTime { rig.player.intake.positions.seekable.first?.end ?? .zero }
        while (end() - begin).seconds <= Self.holdBack + 0.75 {
            let before = end()
            origin.advance(seconds: 0.4)
            #expect(rig.turn { end() > before })
        }
        rig.loop.pass(.milliseconds(50))
        #expect(output.flushCount == flushes)
    }

    /// The sound server stands still for longer than the player fetches ahead. The player does not fetch the segments
    /// that it skips afterwards.
    @Test func aLongStandstillIsPassedOver() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin, window: 30)
        let output = try #require(rig.output)
        let flushes = output.flushCount
        origin.advance(seconds: 40)
        #expect(rig.turn { output.flushCount > flushes })
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing)
        let offset = rig.player.snapshot().liveOffset
        #expect(offset < .seconds(Self.holdBack + 0.75), "\(offset)")
        rig.loop.pass(.milliseconds(50))
        #expect(output.flushCount == flushes + 1)
        // The station published twenty segments during the standstill. The player fetched fewer than six.
        #expect(origin.paths.count { $0.hasSuffix(".mp3") } < 6, "\(origin.paths)")
    }

    /// The sound runs out five times in a row. The player never waits for more sound than the server has, and jumps to
    /// the live edge after each stall.
    @Test func stallsInARowAddNothing() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin)
        let output = try #require(rig.output)
        for _ in 0..<5 {
            let flushes = output.flushCount
            #expect(rig.hears { rig.status == .waitingToPlay(.stalled) }, "\(rig.status)")
            origin.advance(seconds: 3.2)
            #expect(rig.turn { output.flushCount > flushes })
            #expect(rig.hears { rig.status == .playing }, "\(rig.status)")
        }
    }
}
