import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioTape

@Suite struct TapeIndexTests {
    /// Returns a block of the tape with one packet of 100 ms and `bytes` bytes.
    private static func block(_ number: Int64, bytes: Int = 1000) -> TapeBlock {
        let tenth = MediaTime(value: 1, timescale: 10).flicks
        var block = TapeBlock(first: number, start: number * tenth)
        [UInt8](repeating: 7, count: bytes - TapeBlock.overhead).withUnsafeBytes {
            block.append(
                Timeline.HeldPacket(
                    bytes: $0, sampleCount: 1, lead: 0, tail: 0, start: number * tenth, duration: tenth,
                    format: TapePackets.format(0), isDiscontinuous: false, startsAnew: false), format: 0)
        }
        return block
    }

    private static func index(slots: Int, seconds: Double = 1000) -> TapeIndex {
        TapeIndex(maximumBytes: slots * TapeIndex.slotSize, maximumDuration: MediaTime(seconds: seconds).flicks)
    }

    @Test func theOldestGo() {
        var index = Self.index(slots: 4)
        for number in 0..<10 { #expect(index.add(Self.block(Int64(number))) != nil) }
        #expect(index.count == 4 && index.slotCount == 4)
        #expect(index.first?.packets == 6..<7 && index.last?.packets == 9..<10)
        #expect(index.entry(ofPacket: 5) == nil && index.entry(ofPacket: 10) == nil)
        #expect(index.entry(ofPacket: 8)?.packets == 8..<9)
        let start = MediaTime(value: 8, timescale: 10).flicks
        #expect(index.entry(at: start)?.packets == 8..<9 && index.entry(at: start - 1)?.packets == 7..<8)
        #expect(index.entry(at: 0)?.packets == 6..<7 && index.entry(at: start * 2) == nil)
        index.removeAll(before: 8)
        #expect(index.first?.packets == 8..<9)
    }

    @Test func durationIsBounded() {
        var index = Self.index(slots: 1000, seconds: 2)
        for number in 0..<100 { _ = index.add(Self.block(Int64(number))) }
        #expect(index.first?.packets.lowerBound == 79)
        // The space of removed blocks is used for new blocks.
        #expect(index.slotCount <= 22)
    }

    @Test func aDiskThatIsLowGrowsNoMore() {
        var index = Self.index(slots: 1000)
        for number in 0..<5 { _ = index.add(Self.block(Int64(number))) }
        index.mayGrow = false
        #expect(!index.lacksRoom)
        for number in 5..<20 { #expect(index.add(Self.block(Int64(number))) != nil) }
        #expect(index.count == 5 && index.slotCount == 5 && index.lacksRoom)
        var empty = Self.index(slots: 4)
        empty.mayGrow = false
        #expect(empty.add(Self.block(0)) == nil)
    }

    /// A block may take several slots of the tape's file. No slot belongs to two blocks, and none is lost.
    @Test func slots() {
        var generator = SeededGenerator(seed: 3)
        var index = Self.index(slots: 12)
        for number in 0..<2000 {
            let bytes = Int.random(in: 100...(5 * TapeIndex.slotSize), using: &generator)
            let entry = index.add(Self.block(Int64(number), bytes: bytes))
            #expect(entry?.byteCount == bytes && entry?.slots.count == (bytes - 1) / TapeIndex.slotSize + 1)
            if number % 100 == 0 { index.removeAll(before: Int64(number)) }
            guard let first = index.first?.packets.lowerBound else { continue }
            let used = (first...Int64(number)).flatMap { index.entry(ofPacket: $0)?.slots ?? [] }
            #expect(Set(used).count == used.count && used.allSatisfy { (0..<12).contains($0) })
        }
        #expect(index.add(Self.block(2000, bytes: 13 * TapeIndex.slotSize)) == nil)
    }
}
