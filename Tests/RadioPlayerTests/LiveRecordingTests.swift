import Glibc
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import TestSupport
import Testing

@testable import RadioPlayer

/// Recordings that a listener starts while a station plays. They begin with earlier sound, from the tape.
@Suite struct LiveRecordingTests {
    /// The station's titles, by the number of the frame at which they start. All frames have the same size.
    private static let titles = [100: "A - Begun", 200: "B - Kept", 1600: "C - Next"]
    /// The frames of the sample file that the station sends, 24 ms each.
    private let packets: [[UInt8]]
    private let nextTitle = TestSignal()
    private let server: LoopbackServer
    private let directory = try! TemporaryDirectory()

    init() throws {
        let one = Samples.mpegPackets(try Sample.mp3Mono48.read())
        let packets = (0..<20).flatMap { _ in one }.filter { $0.count == one[1].count }
        self.packets = packets
        let goOn = nextTitle
        server = try LoopbackServer { connection in
            connection.begin(headers: [
                "Content-Type: audio/mpeg", "icy-name: Station", "icy-metaint: \(packets[0].count * 100)",
            ])
            func send(_ range: Range<Int>) {
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 100) {
                    // The station sends a metadata block, which may be empty, after each hundred frames.
                    connection.send(packets[start..<start + 100].flatMap { $0 })
                    connection.send(Self.block(Self.titles[start + 100]))
                }
            }
            send(0..<1500)
            connection.wait(for: goOn)
            send(1500..<1700)
            connection.waitUntilClosed()
        }
    }

    private static func block(_ title: String?) -> [UInt8] {
        guard let title else { return [0] }
        let text = Array("StreamTitle='\(title)';".utf8)
        let length = (text.count + 15) / 16
        return [UInt8(length)] + text + [UInt8](repeating: 0, count: length * 16 - text.count)
    }

    private func rig(timeshift: Duration = .seconds(3600)) throws -> PlayerRig {
        var policy = PlaybackPolicy.listener
        policy.timelineBytes = 64 << 10
        policy.pauseBytes = 64 << 10
        policy.timeshift = timeshift
        return try PlayerRig(policy: policy, timeshiftFolder: directory.path + "/tape")
    }

    private func hears(_ rig: PlayerRig, packet: Int64) -> Bool {
        rig.hears {
            rig.loop.turn(for: .milliseconds(1))
            return rig.player.speaker.lastHeard.packet >= packet
        }
    }

    private func record(_ extent: RecordingOptions.Extent, _ rig: PlayerRig) throws -> Recording {
        let options = RecordingOptions(extent, folder: directory.path + "/kept/deep")
        return try rig.player.record(options, rules: .init())
    }

    /// Returns the recording if it has ended, or nil.
    private func ending(_ id: Recording.ID, _ rig: PlayerRig) -> Recording? {
        for case .recordingDidChange(let recording, _) in rig.told where recording.id == id {
            if recording.state != .recording { return recording }
        }
        return nil
    }

    /// Returns the MP3 frames of a recorded file, without its ID3 tag and its first frame, which only states the
    /// length.
    private func frames(_ path: String) throws -> [UInt8] {
        let bytes = try Samples.read(path: path)
        let tag = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        return Array(Samples.mpegPackets(Array(bytes[tag...])).dropFirst().joined())
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] { Array(packets[range].joined()) }

    /// The listener records the current title in its middle. The file contains the whole title: its start comes from
    /// the tape, and the recording waits for its end.
    @Test func theTitleThatIsHeard() throws {
        defer { server.stop() }
        let rig = try rig()
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(hears(rig, packet: 1400))
        #expect(rig.player.intake.timeline.start > 200)
        let recording = try record(.title, rig)
        #expect(recording.hasBeginning && recording.state == .recording)
        #expect(rig.player.snapshot().recordings.map(\.id) == [recording.id])
        nextTitle.raise()
        #expect(hears(rig, packet: 1550))
        #expect(rig.turn { ending(recording.id, rig) != nil })
        let end = try #require(ending(recording.id, rig))
        #expect(end.state == .ended(.titles))
        let path = try #require(end.path)
        #expect(path == directory.path + "/kept/deep/B - Kept.mp3")
        #expect(abs(end.duration / .seconds(1) - 33.6) < 0.1)
        #expect(rig.loop.turn { (try? frames(path)) == bytes(200..<1600) })
        #expect(rig.player.snapshot().recordings.isEmpty)
        #expect(rig.letGo())
    }

    @Test func whatWasHeardLast() throws {
        defer { server.stop() }
        let rig = try rig()
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(hears(rig, packet: 1000))
        let heard = try #require(rig.player.intake.timeline.packet(rig.player.speaker.heard(at: rig.loop.now).packet))
        let last = Int(MediaTime(flicks: heard.start).seconds / 0.024 + 0.5)
        let now = Double(WallClock.milliseconds) / 1000
        let recording = try record(.last(.seconds(12)), rig)
        #expect(recording.hasBeginning)
        #expect(rig.turn { ending(recording.id, rig) != nil })
        let path = try #require(ending(recording.id, rig)?.path)
        // The recording's time is that of its first sound, 24 s and more ago: 1500 packets of 24 ms have arrived.
        var read: [UInt8]?
        #expect(
            rig.loop.turn {
                read = try? Samples.read(path: path.dropLast(3) + "json")
                return read.map { String(decoding: $0, as: UTF8.self).contains("\"began\":\"") } ?? false
            })
        let report = String(decoding: try #require(read), as: UTF8.self)
        let began = try #require(report.split(separator: "\"began\":\"").last?.prefix { $0 != "\"" })
        let age = now - (try #require(ISODate(String(began))?.time.seconds))
        #expect(abs(age - (1500 - Double(last - 500)) * 0.024) < 20, "\(began)")
        #expect(
            rig.loop.turn {
                guard let frames = try? frames(path) else { return false }
                return frames == bytes((last - 499)..<(last + 1)) || frames == bytes((last - 500)..<(last + 1))
            })
        // The last hour is more than the tape contains. The recording has all sound on the tape.
        let all = try record(.last(.seconds(3600)), rig)
        #expect(!all.hasBeginning)
        #expect(rig.turn { ending(all.id, rig) != nil })
        let whole = try #require(ending(all.id, rig)?.path)
        #expect(path != whole)
        #expect(rig.loop.turn { (try? frames(whole))?.starts(with: bytes(0..<600)) == true })
    }

    /// A recording "from now on" lasts until the listener ends it. A seek back during the recording does not change it.
    @Test(arguments: [Duration.zero, .seconds(3600)]) func fromNowOn(timeshift: Duration) throws {
        defer { server.stop() }
        let rig = try rig(timeshift: timeshift)
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(hears(rig, packet: 1200))
        let first = Int(rig.player.speaker.heard(at: rig.loop.now).packet) + 1
        let recording = try record(.fromNow, rig)
        if timeshift > .zero { try rig.player.navigator.seek(to: MediaTime(seconds: 2)) }
        nextTitle.raise()
        #expect(
            rig.hears {
                rig.loop.turn(for: .milliseconds(1))
                return rig.player.intake.timeline.end == 1700
            })
        rig.player.needsService()
        rig.loop.turn(for: .milliseconds(5))
        rig.player.recordings.end(recording.id)
        #expect(rig.turn { ending(recording.id, rig) != nil })
        let end = try #require(ending(recording.id, rig))
        #expect(end.state == .ended(.asked))
        let path = try #require(end.path)
        #expect(
            rig.loop.turn {
                guard let frames = try? frames(path) else { return false }
                return frames == bytes(first..<1700) || frames == bytes((first - 1)..<1700)
            })
        let json = path.dropLast(3) + "json"
        #expect(
            rig.loop.turn {
                guard let text = try? String(decoding: Samples.read(path: String(json)), as: UTF8.self) else {
                    return false
                }
                return text.contains("B - Kept") && text.contains("C - Next") && !text.contains("A - Begun")
            })
    }

    /// There is no tape. The recording of the current title begins with the oldest sound that the player still holds.
    @Test func aBeginningThatIsNotKept() throws {
        defer { server.stop() }
        let rig = try rig(timeshift: .zero)
        #expect(throws: RecordingError.nothingPlays) { try record(.title, rig) }
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(throws: RecordingError.noTitle) { try record(.title, rig) }
        #expect(hears(rig, packet: 1400))
        let start = rig.player.intake.timeline.start
        #expect(start > 200)
        let recording = try record(.title, rig)
        #expect(!recording.hasBeginning)
        rig.player.stop()
        #expect(rig.turn { ending(recording.id, rig) != nil })
        let end = try #require(ending(recording.id, rig))
        #expect(end.state == .ended(.asked))
        let path = try #require(end.path)
        #expect(path.hasSuffix("B - Kept (incomplete).mp3"))
        #expect(rig.loop.turn { (try? frames(path)) == bytes(Int(start)..<1500) }, "\(path)")
    }

    /// The item is removed at once, before anything was read from the tape. Nothing is written, and the recording says
    /// so.
    @Test func nothingThatIsKept() throws {
        defer { server.stop() }
        let rig = try rig()
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(hears(rig, packet: 1000))
        let recording = try record(.last(.seconds(20)), rig)
        rig.player.stop()
        #expect(rig.turn { ending(recording.id, rig) != nil })
        let end = try #require(ending(recording.id, rig))
        #expect(end.state == .ended(.asked) && end.fileCount == 0 && end.path == nil)
        #expect(access(directory.path + "/kept", F_OK) != 0)
    }

    /// The recording's folder cannot be created. The recording fails, and the player continues.
    @Test func aFolderThatCannotBeMade() throws {
        defer { server.stop() }
        let rig = try rig()
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        let recording = try rig.player.record(RecordingOptions(folder: "/dev/null/x"), rules: .init())
        #expect(rig.turn { ending(recording.id, rig) != nil })
        guard case .failed = ending(recording.id, rig)?.state else { return #expect(Bool(false)) }
        #expect(hears(rig, packet: 300))
        #expect(rig.status == .playing)
        var other = RecordingOptions(folder: directory.path)
        other.namePattern = "{nothing}"
        #expect(throws: RecordingError.noPattern("{nothing}")) { try rig.player.record(other, rules: .init()) }
        for _ in 0..<Recordings.maximum { _ = try record(.fromNow, rig) }
        #expect(throws: RecordingError.tooMany(Recordings.maximum)) { try record(.fromNow, rig) }
    }

    /// The tape cannot be read. The recording ends with this reason, and not with an error of its own file.
    @Test func aTapeThatCannotBeRead() throws {
        defer { server.stop() }
        let rig = try rig()
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(hears(rig, packet: 1400))
        // The tape's file has no name. The test finds it among the open descriptors of this process and truncates it.
        let tape = OpenFiles.paths(to: directory.path + "/tape/")
        #expect(tape.count == 1 && tape.allSatisfy { truncate($0, 0) == 0 })
        let recording = try record(.title, rig)
        #expect(rig.turn { ending(recording.id, rig) != nil })
        guard case .failed(.file(let text)) = ending(recording.id, rig)?.state else { return #expect(Bool(false)) }
        #expect(text.hasSuffix("the kept sound cannot be read"), "\(text)")
        #expect(hears(rig, packet: 1450) && rig.status == .playing)
    }

    /// The listener pauses in the newest sound of the tape, which the tape has not written to the disk yet. When the
    /// player then plays from the tape, the tape must copy these packets from memory, and read the packets before them,
    /// which prime the decoder, from the disk.
    @Test func aPauseInTheNewestBlock() throws {
        defer { server.stop() }
        let rig = try rig()
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        #expect(
            rig.hears {
                rig.loop.turn(for: .milliseconds(1))
                return rig.player.intake.timeline.end == 1500
            })
        let tape = try #require(rig.player.navigator.timeshift)
        // The tape starts a replay one block (its unit of reading) before the packet that was asked for.
        let before = try #require(tape.replay(fromPacket: 1499, ahead: 1)?.timeline.start)
        let length = before - (try #require(tape.replay(fromPacket: before, ahead: 1)?.timeline.start))
        let newest = before + length
        #expect(
            rig.hears {
                rig.loop.turn(for: .milliseconds(1))
                return rig.player.speaker.nextPacket > newest
            })
        rig.player.pause()
        #expect(tape.start != nil)
        #expect(rig.loop.turn { tape.start == nil })
        #expect(tape.replay?.timeline.end == 1500)
    }
}
