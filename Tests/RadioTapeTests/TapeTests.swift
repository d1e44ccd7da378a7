import Glibc
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioTape

@Suite struct TapeTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    /// A timeline that holds much less than the tape.
    private let timeline = Timeline(maximumBytes: 100_000)
    private var packets = TapePackets(seed: 4)

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
    }

    private func tape(
        _ folder: String?, hours: Double = 2, maximumBytes: Int = 2 << 30, memory: Int = 8_000_000, free: Int64 = 0
    )
        -> Tape
    {
        Tape(
            loop: loop, folder: folder,
            limits: TapeLimits(
                duration: .seconds(hours * 3600), maximumBytes: maximumBytes, minimumFreeBytes: free,
                memoryBytes: memory),
            of: timeline)
    }

    /// Appends packets to the timeline in several turns, as they arrive from a station.
    private mutating func record(
        _ turns: Int, on tape: Tape, size: ClosedRange<Int> = 0...900, formats: Int = 3, each: Int = 20
    ) {
        for _ in 0..<turns {
            packets.add(each, to: timeline, size: size, formats: formats)
            tape.read(timeline)
            loop.turn(untilElsewhere: { !tape.isWriting })
        }
    }

    /// Returns all packets that a replay of the tape delivers.
    private func play(_ replay: TapeReplay) -> [TapePackets.Kept] {
        var heard: [TapePackets.Kept] = []
        var next = replay.timeline.start
        replay.onChange = {}
        _ = loop.turn(untilElsewhere: {
            replay.fill()
            while let packet = replay.timeline.packet(next) {
                heard.append(.init(packet, next))
                replay.timeline.written = next + 1
                replay.timeline.wanted = next
                replay.timeline.release(heard: next)
                next += 1
            }
            return replay.isBroken || next > packets.all.last!.number
        })
        return heard
    }

    @Test(arguments: [true, false]) mutating func givesBackWhatItTook(onDisk: Bool) throws {
        let tape = tape(onDisk ? directory.path + "/cache" : nil)
        record(300, on: tape)
        #expect(tape.packets == 0..<6000 && timeline.start > 5000)
        #expect(loop.turn(untilElsewhere: { tape.isOnDisk == onDisk }))
        #expect(directory.names() == (onDisk ? ["cache"] : []))
        let all = play(try #require(TapeReplay(tape, from: 0, ahead: 200_000)))
        #expect(all == packets.all)
        let time = packets.all[3210].start + 5
        let replay = try #require(TapeReplay(tape, from: time, ahead: 200_000))
        let some = play(replay)
        #expect(some == Array(packets.all.suffix(some.count)))
        #expect(some.first!.start <= time - Timeline.preroll.flicks)
        // The station continues while the replay runs.
        record(30, on: tape)
        let rest = play(replay)
        #expect(rest == packets.all.suffix(rest.count) && rest.count >= 600 && !replay.isBroken)
    }

    @Test mutating func keepsNoMoreThanItMay() {
        let tape = tape(directory.path, maximumBytes: 10 * TapeIndex.slotSize)
        #expect(loop.turn(untilElsewhere: { tape.isOnDisk }))
        record(400, on: tape)
        #expect(tape.packets.upperBound == 8000 && tape.packets.lowerBound > 5000)
        let heard = play(TapeReplay(tape, from: 0, ahead: 200_000)!)
        #expect(heard == packets.all.suffix(heard.count))
        #expect(tape.times.lowerBound == heard.first?.start && tape.times.upperBound == timeline.range.end)
    }

    @Test mutating func soundWithoutLossHasLargePackets() {
        let tape = tape(directory.path)
        record(400, on: tape, size: 40_000...90_000, each: 1)
        #expect(tape.packets.count == 400)
        #expect(play(TapeReplay(tape, from: 0, ahead: 200_000)!) == packets.all as [TapePackets.Kept])
    }

    @Test mutating func withoutAFolderMemoryIsUsed() throws {
        let path = try directory.write("file", [1])
        let tape = tape(path, memory: 5 * TapeIndex.slotSize)
        var why: String?
        tape.onDiskFailure = { why = $0 }
        record(200, on: tape)
        #expect(loop.turn(untilElsewhere: { why != nil }))
        record(200, on: tape)
        #expect(why == "Not a directory" && !tape.isOnDisk)
        #expect(tape.packets.upperBound == 8000 && tape.packets.lowerBound > 6500)
        #expect(play(TapeReplay(tape, from: 0, ahead: 200_000)!) == packets.all.suffix(tape.packets.count))
    }

    /// The disk has less free space than the tape must leave. The tape does not use the disk.
    @Test mutating func aDiskWithTooLittleRoom() throws {
        let tape = tape(directory.path, free: .max)
        var why: [String] = []
        tape.onDiskFailure = { why.append($0) }
        record(200, on: tape)
        #expect(loop.turn(untilElsewhere: { !why.isEmpty }))
        #expect(why == ["No space left on device"] && !tape.isOnDisk && tape.packets == 0..<4000)
        #expect(play(TapeReplay(tape, from: 0, ahead: 200_000)!) == packets.all)
    }

    /// Packets left the timeline before the tape had read them. The tape starts again after them, and everything on it
    /// can be played.
    @Test mutating func packetsThatItMissed() {
        let tape = tape(nil)
        record(100, on: tape)
        packets.add(1000, to: timeline, size: 900...900)
        tape.read(timeline)
        #expect(tape.packets == timeline.start..<timeline.end)
        record(10, on: tape)
        let heard = play(TapeReplay(tape, from: 0, ahead: 200_000)!)
        #expect(heard == packets.all.suffix(heard.count) && heard.first?.number == tape.packets.lowerBound)
    }

    @Test mutating func manyFormats() {
        let tape = tape(nil)
        record(1000, on: tape, formats: 400)
        #expect(tape.packets.upperBound == 20_000)
        let heard = play(TapeReplay(tape, from: 0, ahead: 200_000)!)
        #expect(heard == packets.all.suffix(heard.count) && heard.count == tape.packets.count)
    }
}
