import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// Time-shift on an HLS station: after a pause that is longer than the station's playlist, and further back than the
/// live edge.
@Suite struct HlsTimeshiftTests {
    private static let seconds = 2.0

    /// Starts an HLS station and a player that plays it.
    /// - Parameter window: The number of segments in the playlist, of two seconds each.
    private func play(
        _ origin: HlsOrigin, window: Int = 5, timeshift: Duration = .seconds(3600), titles: [Int: String] = [:]
    ) throws -> PlayerRig {
        let programme = try HlsProgramme.packed(.mp3, seconds: Self.seconds, loops: true, titles: titles)
        origin.add("radio", HlsChannel(.live(window: window), targetDuration: 2, programme: programme))
        origin.advance(seconds: 61)
        var policy = PlaybackPolicy.listener
        policy.timeshift = timeshift
        let rig = try PlayerRig(policy: policy)
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(500)))
        return rig
    }

    private func end(_ rig: PlayerRig) -> MediaTime {
        rig.player.intake.position(at: rig.player.intake.timeline.range.end)
    }

    /// Lets the station publish segments with `seconds` of sound, and waits until the player has received them.
    private func receive(_ seconds: Int, _ origin: HlsOrigin, _ rig: PlayerRig) -> Bool {
        (0..<seconds / 2).allSatisfy { _ in
            let before = end(rig)
            origin.advance(seconds: Self.seconds)
            return rig.loop.turn(passing: .milliseconds(50)) { end(rig) > before }
        }
    }

    /// Plays until `position` is heard. The station publishes new segments whenever the player comes close to its live
    /// edge.
    private func hears(until position: MediaTime, _ origin: HlsOrigin, _ rig: PlayerRig) -> Bool {
        rig.hears(.milliseconds(100)) {
            let now = rig.player.snapshot().currentTime
            if rig.player.snapshot().liveOffset < .seconds(5) { _ = receive(2, origin, rig) }
            return now > position
        }
    }

    /// After a long pause, the sound continues with the next packet, and all sound that arrived during the pause is
    /// heard.
    @Test func aLongPause() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin)
        let output = try #require(rig.output)
        rig.player.pause()
        rig.loop.settle()
        let paused = rig.player.snapshot().currentTime
        #expect(receive(60, origin, rig))
        let timeline = rig.player.intake.timeline
        // During the pause, the player received each packet that the station published.
        #expect((timeline.start..<timeline.end).allSatisfy { timeline.packet($0)?.isDiscontinuous == false || $0 == 0 })
        #expect(rig.player.snapshot().currentTime == paused)
        rig.player.resume(atLiveEdge: false)
        #expect(rig.hears { rig.player.snapshot().currentTime > paused + MediaTime(seconds: 20) })
        #expect(output.flushCount == 0 && !rig.names.contains("didDropHeld"))
        #expect(rig.player.snapshot().stallCount == 0 && rig.player.snapshot().liveOffset > .seconds(40))
        // The player can seek in one continuous range, which consists of the sound that it holds and of the server's
        // window.
        let ranges = rig.player.snapshot().seekableTimeRanges
        #expect(ranges.count == 1 && ranges[0].start < paused && ranges[0].end > end(rig) - MediaTime(seconds: 1))
        #expect(rig.player.snapshot().loadedTimeRanges.count == 1)
        rig.player.resume(atLiveEdge: true)
        #expect(rig.hears { rig.player.snapshot().liveOffset < .seconds(9) }, "\(rig.player.snapshot().liveOffset)")
    }

    /// Without a tape, the player loses the sound that leaves the playlist during a pause. After the sound that it
    /// still holds, it continues with the newest sound and plays none of the sound between.
    @Test func aLongPauseWithoutATape() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin, timeshift: .zero)
        rig.player.pause()
        rig.loop.settle()
        let paused = rig.player.snapshot().currentTime
        for _ in 0..<30 {
            let requests = origin.count("/radio.m3u8")
            origin.advance(seconds: Self.seconds)
            rig.loop.pass(.seconds(2))
            #expect(rig.loop.turn(passing: .milliseconds(50)) { origin.count("/radio.m3u8") > requests })
        }
        rig.player.resume(atLiveEdge: false)
        #expect(hears(until: paused + MediaTime(seconds: 20), origin, rig))
        #expect(rig.player.snapshot().liveOffset < .seconds(12), "\(rig.player.snapshot().liveOffset)")
    }

    /// The listener seeks to sound in the timeline, on the tape and in the server's window. All three use the same
    /// positions.
    @Test func backOnOneAxis() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin)
        let output = try #require(rig.output)
        let begin = rig.player.snapshot().currentTime
        #expect(hears(until: begin + MediaTime(seconds: 40), origin, rig))
        let requests = origin.paths.count
        for target in [begin + MediaTime(seconds: 5), begin + MediaTime(seconds: 31), begin + MediaTime(seconds: 0.5)] {
            let flushes = output.flushCount
            try rig.player.navigator.seek(to: target)
            #expect(rig.turn { output.flushCount > flushes && output.queued > 4000 })
            #expect(rig.player.snapshot().currentTime == target)
            rig.hear(.milliseconds(100))
            #expect(abs((rig.player.snapshot().currentTime - target).seconds - 0.1) < 0.11)
        }
        #expect(!origin.paths[requests...].contains { $0.hasSuffix(".mp3") })
        let error = #expect(throws: SeekError.self) {
            try rig.player.navigator.seek(to: begin - MediaTime(seconds: 30))
        }
        guard case .outOfRange(let range)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(range == rig.player.snapshot().seekableTimeRanges.first)
    }

    /// The listener seeks back to sound that is no longer on the tape, but still in the server's window. The player
    /// fetches it again and stores it on a second tape, on which the listener can reach the live edge.
    @Test func theServersOwnWindow() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try play(origin, window: 30)
        let start = try #require(rig.player.snapshot().seekableTimeRanges.first).start
        let tape = try #require(rig.player.navigator.timeshift)
        for target in [start + MediaTime(seconds: 1), start + MediaTime(seconds: 20)] {
            try rig.player.navigator.seek(to: target)
            #expect(rig.hears { rig.player.snapshot().currentTime > target + MediaTime(seconds: 3) })
            #expect(rig.player.snapshot().currentTime < target + MediaTime(seconds: 4))
        }
        #expect(rig.player.navigator.timeshift !== tape)
        #expect(rig.player.snapshot().seekableTimeRanges.count == 1)
        // During a pause in the sound that was fetched again, the player fetches no more segments than it would have
        // needed for playing.
        rig.player.pause()
        let requests = origin.paths.count
        rig.loop.turn(for: .milliseconds(50))
        #expect(origin.paths[requests...].count { $0.hasSuffix(".mp3") } <= 1)
        rig.player.resume(atLiveEdge: true)
        #expect(rig.hears { rig.player.snapshot().liveOffset < .seconds(9) }, "\(rig.player.snapshot().liveOffset)")
        let ranges = rig.player.snapshot().loadedTimeRanges
        #expect(ranges.count == 2, "\(ranges)")
    }

    /// A station's programme began before the listener joined. The listener can hear it from its start, or from the
    /// oldest segment in the station's window.
    @Test(arguments: [30, 6]) func startOver(window: Int) throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: Self.seconds, loops: true)
        var channel = HlsChannel(.live(window: window), targetDuration: 2, programme: programme)
        let begin = MediaTime(seconds: 1_760_000_000)
        channel.programDate = begin
        // The playlist has an EXT-X-DATERANGE tag for the programme, which began twenty seconds after the station's
        // first sound.
        channel.tags = [
            #"#EXT-X-DATERANGE:ID="p",START-DATE="2025-10-09T08:53:40Z",PLANNED-DURATION=600,X-TITLE="Programme""#
        ]
        origin.add("radio", channel)
        origin.advance(seconds: 51)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(500)))
        #expect(rig.player.snapshot().nowPlaying?.track.title == "Programme")
        try rig.player.seek(toTitle: 0)
        let range = try #require(rig.player.snapshot().seekableTimeRanges.first)
        let now = rig.player.snapshot().currentTime
        let date = try #require(rig.player.snapshot().currentDate)
        if window == 30 {
            #expect(abs((date - begin).seconds - 20) < 0.01 && now > range.start)
        } else {
            #expect(now == range.start)
        }
        #expect(rig.hears { rig.player.snapshot().currentTime > now + MediaTime(seconds: 1) })
        #expect(rig.player.snapshot().nowPlaying?.track.title == "Programme")
    }
}
