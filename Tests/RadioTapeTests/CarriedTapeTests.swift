import Glibc
import RadioFormats
import RadioJSON
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioTape

/// A tape that one process writes and another process goes on with.
@Suite struct CarriedTapeTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private let timeline = Timeline(maximumBytes: 100_000)
    private var packets = TapePackets(seed: 7)
    private let limits = TapeLimits(duration: .seconds(7200), minimumFreeBytes: 0)

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
    }

    private mutating func record(_ turns: Int, on tape: Tape, _ timeline: Timeline, waits: Bool = true) {
        for _ in 0..<turns {
            packets.add(20, to: timeline)
            tape.read(timeline)
            if waits { loop.turn(untilElsewhere: { !tape.isWriting }) }
        }
    }

    private func play(_ tape: Tape, from time: Int64) throws -> [TapePackets.Kept] {
        let replay = try #require(TapeReplay(tape, from: time, ahead: 200_000))
        var heard: [TapePackets.Kept] = []
        replay.onChange = {}
        _ = loop.turn(untilElsewhere: {
            replay.fill()
            while let packet = replay.timeline.packet(replay.timeline.written) {
                heard.append(.init(packet, replay.timeline.written))
                replay.timeline.written += 1
                replay.timeline.wanted = replay.timeline.written
            }
            return replay.isBroken || replay.isAllRead
        })
        return heard
    }

    private func suspend(_ tape: Tape) throws -> CarriedTape {
        var answer: CarriedTape??
        tape.suspend { answer = .some($0) }
        loop.turn(untilElsewhere: { answer != nil })
        return try #require(answer ?? nil)
    }

    private mutating func tape() throws -> Tape {
        let tape = Tape(loop: loop, folder: directory.path, limits: limits, of: timeline)
        record(200, on: tape, timeline)
        try #require(loop.turn(untilElsewhere: { tape.isOnDisk && !tape.isWriting }))
        return tape
    }

    @Test mutating func goesOn() throws {
        let first = try tape()
        var carried = try suspend(first)
        let titles = (0..<2000).map { number in
            let metadata = TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(number)';".utf8))
            return Timeline.HeldMetadata(
                packet: Int64(number), time: 5, metadata: metadata, received: MonotonicInstant(nanoseconds: 9))
        }
        let recording = CarriedRecording(folder: "/r", start: 3, isTitle: true)
        carried.add(heard: .max, titles, recordings: [recording])
        // As text, the tape goes to another process.
        let value = try JSONReader.read(Array(carried.json.text().utf8))
        let copy = TapeFile(fcntl(carried.file.descriptor, F_DUPFD_CLOEXEC, 0))
        let read = try CarriedTape(value, copy, limits: limits)
        #expect(read.packets == 0..<4000 && read.packets == carried.packets && read.times == carried.times)
        #expect(read.heard == read.times.upperBound - 1 && read.formats == carried.formats)
        #expect(read.metadata.count == Timeline.maximumMetadata && read.recordings == [recording])
        #expect(read.metadata.last?.metadata == titles.last?.metadata && read.metadata.last?.time == 5)
        // There, new packets follow.
        let end = packets.all.last!
        let later = Timeline(maximumBytes: 100_000, startingWith: end.number + 1, at: end.start + end.duration)
        let second = Tape(loop: loop, limits: limits, goingOn: read, of: later)
        #expect(second.isOnDisk && second.packets == read.packets && second.times == read.times)
        record(100, on: second, later)
        #expect(try play(second, from: 0) == packets.all)
        #expect(try play(second, from: packets.all[3000].start).last == packets.all.last)
    }

    /// The other process refuses. The sound that arrived meanwhile is not lost.
    @Test mutating func goesOnHere() throws {
        let tape = try tape()
        _ = try suspend(tape)
        record(50, on: tape, timeline, waits: false)
        #expect(try play(tape, from: 0) == packets.all)
        tape.resume(isTaken: false)
        record(50, on: tape, timeline)
        #expect(tape.isOnDisk)
        #expect(try play(tape, from: 0) == packets.all)
        // All of it is in the file again.
        #expect(try suspend(tape).packets == 0..<packets.all.last!.number + 1)
    }

    /// The other process has taken the tape, but is not heard. This one goes on in memory.
    @Test mutating func isTaken() throws {
        let tape = try tape()
        _ = try suspend(tape)
        record(5, on: tape, timeline, waits: false)
        var failure: String?
        tape.onDiskFailure = { failure = $0 }
        tape.resume(isTaken: true)
        #expect(failure?.contains("taken") == true && !tape.isOnDisk)
        record(50, on: tape, timeline)
        #expect(try play(tape, from: tape.times.lowerBound) == packets.all.filter { $0.number >= 4000 })
    }

    @Test mutating func whatIsInMemory() throws {
        let tape = Tape(loop: loop, folder: nil, limits: limits, of: timeline)
        record(20, on: tape, timeline)
        var isNil = false
        tape.suspend { isNil = $0 == nil }
        loop.turn(untilElsewhere: { isNil })
        #expect(isNil)
    }

    /// Formats with their headers arrive as they were.
    @Test func formats() throws {
        let opus = try #require(
            Array("OpusHead".utf8 + [1, 2, 56, 1, 128, 187, 0, 0, 0, 0, 0]).withUnsafeBytes { OpusHeader($0) })
        let flac = FlacStreamInfo(sampleRate: 44_100, channelCount: 2, bitsPerSample: 16, maximumBlock: 4096)
        let formats: [MediaFormat] = [
            .init(codec: .aac, framing: .adts, sampleRate: 44_100, channelCount: 2, bitRate: 64_000),
            .init(codec: .aac, framing: .raw(audioSpecificConfig: [18, 16]), sampleRate: 44_100, channelCount: 2),
            .init(
                codec: .vorbis, framing: .vorbis(.init(identification: [1, 2], setup: [3])), sampleRate: 48_000,
                channelCount: 1), opus.mediaFormat,
            .init(codec: .flac, framing: .flac(flac), sampleRate: 44_100, channelCount: 2), TapePackets.format(3),
        ]
        func carried(_ formats: [MediaFormat]) -> CarriedTape? {
            let file = TapeFile(open(directory.path + "/file", O_RDWR | O_CREAT, 0o600))
            ftruncate(file.descriptor, 10)
            return CarriedTape(
                file, [.init(packets: 5..<6, start: 7, end: 8, byteCount: 10, slots: [0])], formats)
        }
        let tape = try #require(carried(formats))
        let value = try JSONReader.read(Array(tape.json.text().utf8))
        #expect(try CarriedTape(value, tape.file, limits: limits).formats == formats)
        let pcm = SampleEncoding(number: .signed, byteCount: 2, isBigEndian: false)
        #expect(carried([.init(codec: .pcm, framing: .pcm(pcm), sampleRate: 8000, channelCount: 1)]) == nil)
    }
}
