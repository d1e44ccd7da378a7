import Glibc
import RadioAudio
import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// The listener seeks to positions whose sound the player does not hold and must read or fetch.
@Suite struct SeekTests {
    private static func decoded(_ packets: [[UInt8]]) throws -> [Float] {
        let decoder = try Mpg123Decoder()
        return try packets.flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
    }

    /// The player seeks to any position of a file of two minutes, although it never holds more than half a minute. This
    /// also works after it has read the file to the end.
    @Test func allOfAFileIsInReach() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/long.mp3"
        let packets = Samples.mpegPackets(try Sample.mp3.read())
        let bytes = [[UInt8]](repeating: packets.flatMap { $0 }, count: 15).flatMap { $0 }
        let file = try #require(fopen(path, "wb"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
        let round = Double(packets.count * 1152) / 44_100
        let reference = try Self.decoded(packets + packets)

        let rig = try PlayerRig()
        #expect(rig.startPlaying(path))
        for second in [100.0, 3, 60, 119.5, 0, 118] {
            let range = try #require(rig.player.snapshot().seekableTimeRanges.first)
            #expect(range.start == .zero && abs(range.end.seconds - 15 * round) < 0.5, "\(range)")
            try rig.player.navigator.seek(to: MediaTime(seconds: second))
            let output = try #require(rig.output)
            let before = output.samples.count
            #expect(rig.loop.turn { output.queued > 44_100 })
            // After the seek, the samples are the same as when the file is played from its start.
            let probe = Array(output.samples[(before + 20_000)..<(before + 20_400)])
            let place = (second.truncatingRemainder(dividingBy: round) * 44_100).rounded()
            let expected = reference[(Int(place) * 2 + 20_000)...].prefix(400)
            let difference = zip(probe, expected).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 0.001, "\(second) s")
            rig.hear(.milliseconds(100))
            #expect(rig.status == .playing)
            let now = rig.player.snapshot().currentTime.seconds
            #expect(abs(now - second) < 0.25, "\(now) s instead of \(second) s")
        }
        let range = try #require(rig.player.snapshot().seekableTimeRanges.first)
        for time in [MediaTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
            #expect(throws: SeekError.outOfRange(range)) { try rig.player.navigator.seek(to: time) }
        }
        #expect(rig.hears(.milliseconds(400)) { rig.status == .ended }, "\(rig.status)")
    }

    /// The listener seeks during a pause. The new position is reported at once, and after the pause, the sound
    /// continues there.
    @Test(arguments: [false, true]) func aSeekInAPauseIsThereAtOnce(isSegmented: Bool) throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 2)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 2, programme: programme))
        let rig = try PlayerRig()
        let url = isSegmented ? origin.url("/radio.m3u8") : Sample.mp3.path
        #expect(rig.startPlaying(url, queue: .milliseconds(500)))
        rig.hear(.milliseconds(300))
        rig.player.pause()
        #expect(rig.status == .paused(.user))
        // Seeks to a position before the paused one, to one after it, and to one even later.
        for target in [0.1, 4, 6] {
            let from = rig.player.snapshot().currentTime
            try rig.player.navigator.seek(to: MediaTime(seconds: target))
            let now = rig.player.snapshot().currentTime
            #expect(abs(now.seconds - target) < 0.03, "\(now.seconds) s instead of \(target) s")
            guard case .didJump(let old, let new, .seek, let snapshot)? = rig.told.last(where: { $0.name == "didJump" })
            else {
                Issue.record("no jump was told: \(rig.names)")
                return
            }
            #expect(old == from && new == now && snapshot.currentTime == now)
        }
        #expect(rig.names.count { $0 == "didJump" } == 3)
        rig.player.resume(atLiveEdge: false)
        #expect(rig.hears { rig.player.snapshot().currentTime.seconds > 6.2 }, "\(rig.status)")
        let heard = rig.told.filter { $0.snapshot.status == .playing }.map(\.snapshot.currentTime.seconds)
        #expect(heard.allSatisfy { $0 < 1 || $0 >= 5.9 }, "\(heard)")
    }

    /// The connection breaks after a seek, before sound of the new position arrives. The next connection begins at the
    /// new position.
    @Test func aSeekOutlivesItsConnection() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 2)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 2, programme: programme))
        origin.throttle(kilobitsPerSecond: 256)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(500)))
        try origin.leave()
        try rig.player.navigator.seek(to: MediaTime(seconds: 7))
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.names.contains("willRetry") }))
        origin.throttle(kilobitsPerSecond: nil)
        origin.comeBack()
        #expect(rig.hears(.milliseconds(50)) { rig.status == .ended }, "\(rig.status)")
        let heard = rig.told.filter { $0.snapshot.status == .playing }.map(\.snapshot.currentTime.seconds)
        #expect(heard.allSatisfy { $0 < 2 || $0 > 6.9 } && heard.contains { $0 > 6.9 }, "\(heard)")
        let recovered = rig.told.compactMap {
            if case .downloadDidRecover(let attempts, _, _) = $0 { attempts } else { nil }
        }
        #expect(recovered.count == 1 && recovered[0] >= 1, "\(rig.names)")
    }

    /// Plays a station whose window has ten segments of two seconds. The player holds only the last six seconds of it.
    private func live(_ origin: HlsOrigin) throws -> PlayerRig {
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, loops: true)
        origin.add("radio", HlsChannel(.live(window: 10), targetDuration: 2, programme: programme))
        origin.advance(seconds: 41)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(500)))
        return rig
    }

    /// The listener seeks in a station, and the connection breaks. The next connection begins at the new position and
    /// fetches sound again that the first one had delivered.
    @Test func aSeekInAStationOutlivesItsConnection() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try live(origin)
        try origin.leave()
        let range = try #require(rig.player.intake.positions.seekable.first)
        let target = range.start + MediaTime(seconds: 3)
        try rig.player.navigator.seek(to: target)
        let offset = rig.player.snapshot().liveOffset.inSeconds
        #expect(abs(offset - (range.end - target).seconds) < 0.1, "\(offset) s")
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.names.contains("willRetry") }))
        origin.comeBack()
        let mark = rig.told.count
        #expect(rig.hears(.milliseconds(50)) { rig.told[mark...].contains { $0.snapshot.status == .playing } })
        let heard = rig.player.snapshot().currentTime
        #expect(abs((heard - target).seconds) < 1, "\(heard.seconds) s instead of \(target.seconds) s")
    }

    /// A seek with a tolerance may end at a nearby position: where the sound that the player holds begins, or at the
    /// start of the first segment that arrives.
    @Test(arguments: [(0.5, 3.0), (1.5, 2)]) func aTolerance(_ tolerance: Double, landing: Double) throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try live(origin)
        let range = try #require(rig.player.intake.positions.seekable.first)
        let held = rig.player.intake.position(at: rig.player.intake.timeline.range.start)
        #expect(range.start + MediaTime(seconds: 4) < held)
        let firstSegment = {
            origin.requests.compactMap { Int($0.path.dropFirst("/radio/".count).prefix(while: \.isNumber)) }.min()
        }
        let first = try #require(firstSegment())
        try rig.player.navigator.seek(to: held - MediaTime(seconds: 1), tolerance: .seconds(1.1))
        #expect(rig.player.snapshot().currentTime == held)
        rig.loop.settle()
        #expect(firstSegment() == first)
        // 3 s is the middle of a segment. The seek ends there or at the start of this segment.
        try rig.player.navigator.seek(to: range.start + MediaTime(seconds: 3), tolerance: .seconds(tolerance))
        let mark = rig.told.count
        #expect(rig.hears { rig.told[mark...].contains { $0.snapshot.status == .playing } })
        #expect(firstSegment() ?? first < first)
        let heard = (rig.player.snapshot().currentTime - range.start).seconds
        #expect((landing..<landing + 0.3).contains(heard), "\(heard) s")
    }

    /// The listener seeks back and at once returns to the live edge. The player reaches it, although later sound was
    /// heard before the seek.
    @Test func theLiveEdgeRightAfterASeek() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let rig = try live(origin)
        let range = try #require(rig.player.intake.positions.seekable.first)
        try rig.player.navigator.seek(to: range.start + MediaTime(seconds: 3))
        rig.player.resume(atLiveEdge: true)
        #expect(rig.player.snapshot().liveOffset < .seconds(9), "\(rig.player.snapshot().liveOffset)")
    }
}
