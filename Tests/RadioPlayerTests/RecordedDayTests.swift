import Glibc
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import TestSupport
import Testing

@testable import RadioPlayer

/// A simulated station runs for hours, with titles, advertisements and lost connections. The packets of each title are
/// in the title's file, each once, and the tape can always return every packet that it has.
struct RecordedDayTests {
    /// The duration of the simulated day in hours. `bin/simulate` records a whole day.
    private static let hours = getenv("LONGWAVE_DAY_HOURS").flatMap { Double(String(cString: $0)) } ?? 1
    private static let tapeDuration = Duration.seconds(1800)
    private static let format = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 8000, channelCount: 1)
    private static let samples = 576
    /// The header of an MPEG-2.5 Layer III frame of 8 kbit/s at 8 kHz. Such a frame has 72 bytes.
    private static let header: [UInt8] = [0xFF, 0xE3, 0x18, 0xC4]
    private static let frameSize = 72

    /// Returns a frame whose bytes contain `number`. No decoder ever gets it.
    private static func frame(_ number: Int) -> [UInt8] {
        let digits = withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        return header + [UInt8](repeating: 0, count: frameSize - 8) + digits
    }

    private static func number(_ frame: some Sequence<UInt8>) -> Int {
        frame.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private final class Events {
        var paths: [String] = []
        var end: RecordingEnd?
    }

    @Test func everyPacketOnce() throws {
        let directory = try TemporaryDirectory()
        let loop = try EventLoop.byHand()
        let timeline = Timeline(maximumBytes: 64 << 10)
        let tape = Tape(
            loop: loop, folder: directory.path + "/tape",
            limits: TapeLimits(duration: Self.tapeDuration, minimumFreeBytes: 0), of: timeline)
        let titles = TitleCutter.Settings(splits: true, leavesOutAdvertisements: true)
        let place = RecordingPlan.Place.folder(path: directory.path + "/songs", pattern: .title)
        let recorder = PacketRecorder(loop: loop, RecordingPlan(place: place, titles: titles))
        let events = Events()
        recorder.onEvent = { event in
            switch event {
            case .began(let path): events.paths.append(path)
            case .ended(let end, _): events.end = end
            }
        }
        recorder.begin(timeline, of: Station(name: "Station", urls: ["http://127.0.0.1/"]))
        var random = SeededGenerator(seed: 11)
        timeline.append(.format(Self.format), at: loop.now)

        // The numbers of the frames that each title's file must contain. An advertisement has no file.
        var expected: [[Int]] = []
        var isWanted = false
        var next = 0
        var (titleEnd, dropAt, lookAt) = (300, 4000, 1000)
        let count = Int(Self.hours * 3600 * 8000) / Self.samples
        while next < count {
            // One turn of the event loop delivers 5 to 40 packets: 0.4 to 2.9 s of sound.
            for _ in 0..<Int.random(in: 5...40, using: &random) {
                if next == titleEnd {
                    isWanted = Int.random(in: 0..<5, using: &random) > 0
                    let title = isWanted ? "Artist - Song \(expected.count)" : ""
                    let fields =
                        "StreamTitle='\(title)';" + (isWanted ? "" : "adw_ad='true';durationMilliseconds='20000';")
                    timeline.append(.metadata(TimedMetadata(kind: .icy, raw: Array(fields.utf8))), at: loop.now)
                    if isWanted { expected.append([]) }
                    titleEnd += Int.random(in: isWanted ? 1000...4000 : 200...800, using: &random)
                }
                if next == dropAt {
                    // The server drops the connection, so some sound is missing. The new connection sends the title
                    // again.
                    dropAt += Int.random(in: 2000...20_000, using: &random)
                    timeline.append(.discontinuity(isGap: true), at: loop.now)
                }
                Self.frame(next).withUnsafeBytes {
                    timeline.append(.packet(Packet(bytes: $0, sampleCount: Self.samples)), at: loop.now)
                }
                if isWanted { expected[expected.count - 1].append(next) }
                next += 1
            }
            tape.read(timeline)
            let edge = PacketRecorder.Edge(time: timeline.range.end, received: loop.now)
            recorder.read(timeline, timeline.metadataWithTaken, edge: edge)
            timeline.written = timeline.end
            timeline.wanted = timeline.end
            timeline.release(heard: timeline.end)
            _ = timeline.takeMetadata(upTo: timeline.end)
            #expect(loop.turn(untilElsewhere: { !recorder.isDiskBehind && !tape.isWriting }))
            if next >= lookAt {
                lookAt += Int.random(in: 1000...12_000, using: &random)
                try check(tape, loop, from: Int64.random(in: tape.times, using: &random))
            }
        }
        recorder.end(.asked)
        #expect(loop.turn(untilElsewhere: { events.end != nil }))
        #expect(events.end == .asked)

        // The first title may have begun before the recording, so it has no file.
        #expect(events.paths.count == expected.count - 1)
        for (index, path) in zip(1..., events.paths) where index < expected.count {
            // The end of the recording cuts the last title short, and its file is named so.
            let path = index < expected.count - 1 ? path : path.replacing(".mp3", with: " (incomplete).mp3")
            #expect(path.contains("Song \(index)"), "\(path)")
            // Before the sound, a file has a tag and a frame that states the length.
            let bytes = try Samples.read(path: path)
            let sound = bytes.suffix(expected[index].count * Self.frameSize)
            let isWhole = sound.elementsEqual(expected[index].lazy.flatMap(Self.frame))
            #expect(isWhole && bytes.count - sound.count < 2048, "\(path): \(bytes.count)")
        }
        #expect(tape.isOnDisk)
        let held = MediaTime(flicks: tape.times.upperBound - tape.times.lowerBound).duration
        #expect(held > Self.tapeDuration - .seconds(60) && held < Self.tapeDuration + .seconds(60), "\(held)")
    }

    /// Checks that the tape can return every packet from `time` (in flicks) to the newest one.
    private func check(_ tape: Tape, _ loop: EventLoop, from time: Int64) throws {
        let replay = try #require(TapeReplay(tape, from: time, ahead: 64 << 10))
        #expect(replay.timeline.range.start <= time)
        var next = replay.timeline.start
        var isRight = true
        replay.onChange = {}
        #expect(
            loop.turn(untilElsewhere: {
                replay.fill()
                while let packet = replay.timeline.packet(next) {
                    isRight = isRight && Self.number(packet.bytes) == Int(next)
                    replay.timeline.written = next + 1
                    replay.timeline.wanted = next
                    replay.timeline.release(heard: next)
                    next += 1
                }
                return replay.isBroken || next == tape.packets.upperBound
            }))
        #expect(isRight && !replay.isBroken && next == tape.packets.upperBound)
    }
}
