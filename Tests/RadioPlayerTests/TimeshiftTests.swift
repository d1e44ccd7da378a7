import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// Time-shift on a live station: after a pause that is longer than the timeline, and further back than the timeline
/// reaches.
@Suite struct TimeshiftTests {
    /// A policy whose timeline holds only a few seconds of sound, so that the tape is needed.
    private static func policy() -> PlaybackPolicy {
        var policy = PlaybackPolicy.listener
        policy.timelineBytes = 64 << 10
        policy.pauseBytes = 64 << 10
        policy.timeshift = .seconds(3600)
        return policy
    }

    private let packets: [[UInt8]]
    private let reference: [Float]
    private let allSent = TestSignal()
    private let server: LoopbackServer

    /// Starts a server that sends the first hundred packets, and the other packets when `allSent` is raised.
    init() throws {
        let one = Samples.mpegPackets(try Sample.mp3.read())
        let packets = (0..<12).flatMap { _ in one }
        let decoder = try Mpg123Decoder()
        reference = try packets.flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
        self.packets = packets
        let goOn = allSent
        server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-name: Station"])
            connection.send(packets[..<100].flatMap { $0 })
            connection.wait(for: goOn)
            connection.send(packets[100...].flatMap { $0 })
            connection.waitUntilClosed()
        }
    }

    /// Plays until `condition` holds, slowly enough for the disk to deliver the tape's sound.
    private func hearsAtEase(_ rig: PlayerRig, _ condition: () -> Bool) -> Bool {
        rig.hears {
            rig.loop.turn(for: .milliseconds(1))
            return condition()
        }
    }

    /// Returns true if the sound that is heard now is that of the position `seconds`.
    private func isHeard(_ seconds: Double, _ output: FakeOutput, _ rig: PlayerRig) -> Bool {
        let begin = output.samples.count
        guard hearsAtEase(rig, { output.samples.count >= begin + 60_000 }) else { return false }
        rig.loop.settle()
        let now = rig.player.snapshot().currentTime.seconds
        // The output has received more sound than is heard: its queue must be added.
        let end = Int((now * 44_100).rounded()) * 2 + Int(output.queued) * 2
        let missing = packets.count * 1152 * 2 - reference.count
        let piece = output.samples.suffix(4000)
        // The reported position is calculated from the last timing answer, so it may be some frames off.
        return abs(now - seconds) < 2
            && (-900...900).contains { frames in
                let last = end - missing + frames * 2
                return reference[last - 1] == piece.last
                    && Mp4FileTests.difference(reference[(last - 4000)..<last], piece) < 0.01
            }
    }

    @Test(arguments: [true, false]) func aLongPauseAndBack(onDisk: Bool) throws {
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let rig = try PlayerRig(policy: Self.policy(), timeshiftFolder: onDisk ? directory.path : nil)
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        rig.hear(.milliseconds(400))
        rig.player.pause()
        allSent.raise()
        let timeline = rig.player.intake.timeline
        #expect(rig.turn { timeline.end == packets.count })
        #expect(timeline.start > 200)
        // After the pause, the sound continues with the next sample.
        rig.player.resume(atLiveEdge: false)
        #expect(hearsAtEase(rig) { output.samples.count > 800_000 }, "\(rig.status)")
        #expect(Mp4FileTests.difference(reference[..<800_000], output.samples[..<800_000]) < 0.001)
        #expect(!rig.names.contains("didDropHeld") && rig.player.snapshot().stallCount == 0)
        let range = try #require(rig.player.snapshot().seekableTimeRanges.first)
        #expect(range.start == .zero && range.end == MediaTime(flicks: timeline.range.end))
        // Seeks back to sound that is only on the tape, then forward, and back again.
        for second in [3.0, 15, 0.5] {
            try rig.player.navigator.seek(to: MediaTime(seconds: second))
            // The sound of the old position plays until the disk has delivered the new sound.
            #expect(rig.turn { rig.player.navigator.timeshift?.start == nil })
            #expect(isHeard(second, output, rig), "\(second) s")
        }
        rig.player.resume(atLiveEdge: true)
        #expect(rig.hears { rig.player.snapshot().liveOffset < .seconds(1.2) })
        #expect(rig.letGo())
    }

    /// After a reconnection, the player still searches where the new sound continues the old sound. A seek back works
    /// meanwhile.
    @Test func backWhileItIsConnectedAgain() throws {
        server.stop()
        let packets = packets
        let wasConnected = TestSignal()
        let station = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-name: Station"])
            guard wasConnected.isRaised else {
                wasConnected.raise()
                connection.send(packets[..<300].flatMap { $0 })
                return
            }
            connection.send(packets[1000..<1002].flatMap { $0 })
            connection.waitUntilClosed()
        }
        defer { station.stop() }
        let rig = try PlayerRig(policy: Self.policy())
        #expect(rig.startPlaying(station.url("/radio"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        #expect(hearsAtEase(rig) { rig.player.intake.isSearching && rig.player.intake.isOpen })
        #expect(hearsAtEase(rig) { output.samples.count > 300_000 })
        #expect(rig.player.intake.isSearching)
        try rig.player.navigator.seek(to: MediaTime(seconds: 1))
        #expect(rig.turn { rig.player.navigator.timeshift?.start == nil })
        #expect(isHeard(1, output, rig))
    }

    /// After a seek, the first sample is exactly that of the chosen position, both in memory and on the tape.
    @Test func toTheSample() throws {
        defer { server.stop() }
        let rig = try PlayerRig(policy: Self.policy())
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        allSent.raise()
        #expect(hearsAtEase(rig) { output.samples.count > 900_000 })
        let missing = packets.count * 1152 * 2 - reference.count
        let held = MediaTime(flicks: rig.player.intake.timeline.range.start).seconds
        for seconds in [0.6, 3.14159, held + 0.777, 5] {
            let frame = Int((seconds * 44_100).rounded())
            let flushes = output.flushCount
            try rig.player.navigator.seek(to: MediaTime(samples: Int64(frame), rate: 44_100))
            #expect(rig.turn { output.flushCount > flushes && output.queued > 4000 })
            #expect(rig.player.snapshot().currentTime == MediaTime(samples: Int64(frame), rate: 44_100))
            let first = output.samples.count - Int(output.queued) * 2
            let expected = reference[(frame * 2 - missing)..<(frame * 2 - missing + 8000)]
            #expect(
                Mp4FileTests.difference(expected, output.samples[first..<first + 8000]) < 0.001, "\(seconds) s")
            rig.hear(.milliseconds(40))
            #expect(abs(rig.player.snapshot().currentTime.seconds - seconds - 0.04) < 0.041)
        }
    }

    /// `heldSound` returns the sound that the player holds, in memory or on the tape, for decoding beside the playback.
    /// It delivers every sample of the range.
    @Test(arguments: [true, false]) func heldSound(onDisk: Bool) throws {
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let rig = try PlayerRig(policy: Self.policy(), timeshiftFolder: onDisk ? directory.path : nil)
        #expect(rig.player.heldSound(of: nil) == nil)
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        allSent.raise()
        #expect(hearsAtEase(rig) { output.samples.count > 900_000 })
        let missing = packets.count * 1152 * 2 - reference.count
        let held = MediaTime(flicks: rig.player.intake.timeline.range.start).seconds
        let end = MediaTime(flicks: rig.player.intake.timeline.range.end).seconds
        let ranges = [(0.6, 4.3), (3.14159, held + 1), (held + 0.5, held + 1.25), (2, 1000)]
        for (from, to) in ranges {
            let range = MediaTimeRange(start: MediaTime(seconds: from), end: MediaTime(seconds: to))
            let sound = try #require(rig.player.heldSound(of: range))
            var samples: [Float] = []
            #expect(
                rig.loop.turn {
                    while let piece = sound.read(frames: 5000) { samples += piece.samples }
                    return sound.isComplete
                }, "\(sound.failure ?? "")")
            let count = Int(((min(to, end) - from) * 44_100).rounded()) * 2
            #expect(abs(samples.count - count) <= 2 && sound.failure == nil, "\(samples.count), not \(count)")
            let first = Int((from * 44_100).rounded()) * 2 - missing
            let expected = reference[first...].prefix(samples.count)
            #expect(Mp4FileTests.difference(expected, samples[...]) < 0.001, "\(from) s to \(to) s")
        }
        let later = MediaTimeRange(start: MediaTime(seconds: 1000), end: MediaTime(seconds: 1001))
        #expect(rig.player.heldSound(of: later) == nil)
        #expect(rig.status == .playing && rig.player.snapshot().stallCount == 0)
    }

    /// The station states no dates. The player finds a date by the time at which each sound arrived.
    @Test func toADate() throws {
        defer { server.stop() }
        let rig = try PlayerRig(policy: Self.policy())
        let now = { MediaTime(milliseconds: WallClock.milliseconds) }
        #expect(throws: SeekError.nothingPlays) { try rig.player.navigator.seek(toDate: now()) }
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        allSent.raise()
        #expect(hearsAtEase(rig) { rig.player.snapshot().currentTime.seconds > 20 })
        let end = MediaTime(flicks: rig.player.intake.timeline.range.end)
        try rig.player.navigator.seek(toDate: now() - MediaTime(seconds: 12))
        #expect(rig.turn { rig.player.navigator.timeshift?.start == nil })
        #expect(abs((end - rig.player.snapshot().currentTime).seconds - 12) < 2)
        guard
            case .failure(let error) = Result(catching: {
                try rig.player.navigator.seek(toDate: now() - MediaTime(seconds: 1e6))
            }
            )
        else { return #expect(Bool(false)) }
        guard case .outOfRange? = error as? SeekError else { return #expect(Bool(false), "\(error)") }
    }

    /// The tape's folder cannot be used. The player reports this once and holds less sound, in memory.
    @Test func aFolderThatCannotBeUsed() throws {
        defer { server.stop() }
        let rig = try PlayerRig(policy: Self.policy(), timeshiftFolder: "/dev/null/none")
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(rig.turn { rig.names.contains("timeshiftDidFail") })
        #expect(rig.names.filter { $0 == "timeshiftDidFail" }.count == 1)
        allSent.raise()
        #expect(hearsAtEase(rig) { rig.player.snapshot().currentTime.seconds > 20 })
        #expect(rig.player.snapshot().seekableTimeRanges.first?.start == .zero)
    }

    /// The tape cannot be read, so a seek fails. The sound continues at the position where it is.
    @Test func aTapeThatCannotBeRead() throws {
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let rig = try PlayerRig(policy: Self.policy(), timeshiftFolder: directory.path)
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        allSent.raise()
        #expect(hearsAtEase(rig) { output.samples.count > 700_000 })
        // The tape's file has no name. The test finds it among the open descriptors of this process.
        let paths = OpenFiles.paths(to: directory.path + "/.tape-")
        #expect(paths.count == 1 && paths.allSatisfy { truncate($0, 0) == 0 })
        try rig.player.navigator.seek(to: MediaTime(seconds: 0.5))
        #expect(rig.turn { rig.player.navigator.timeshift?.replay == nil })
        let heard = output.samples.count
        #expect(hearsAtEase(rig) { output.samples.count > heard + 40_000 })
        #expect(Mp4FileTests.difference(reference[..<(heard + 40_000)], output.samples[..<(heard + 40_000)]) < 0.001)
    }

    /// A pause lasts longer than the tape. The player continues with the oldest sound on the tape and reports how much
    /// is missing.
    @Test func aPauseLongerThanTheTape() throws {
        defer { server.stop() }
        var policy = Self.policy()
        policy.timeshift = .seconds(20)
        let rig = try PlayerRig(policy: policy)
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        rig.hear(.milliseconds(400))
        rig.player.pause()
        rig.loop.settle()
        let paused = rig.player.snapshot().currentTime
        allSent.raise()
        #expect(rig.turn { rig.player.intake.timeline.end == packets.count })
        rig.player.resume(atLiveEdge: false)
        #expect(rig.turn { rig.names.contains("didDropHeld") })
        guard case .didDropHeld(let dropped, _)? = rig.told.first(where: { $0.name == "didDropHeld" }) else { return }
        let end = MediaTime(flicks: rig.player.intake.timeline.range.end)
        #expect(abs((end - paused - MediaTime(dropped)).seconds - 20) < 11, "\(dropped)")
        let target = (paused + MediaTime(dropped)).seconds
        #expect(isHeard(target, output, rig))
        // Seeks to a position before the oldest sound, then to one after the newest sound. The player goes to the
        // nearest possible position.
        try rig.player.navigator.seek(by: MediaTime(seconds: -60))
        #expect(rig.player.snapshot().currentTime == rig.player.snapshot().seekableTimeRanges.first?.start)
        try rig.player.navigator.seek(by: MediaTime(seconds: 60))
        #expect(rig.hears { rig.player.snapshot().liveOffset < .seconds(1.2) })
    }
}
