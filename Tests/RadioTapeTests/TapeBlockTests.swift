import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioTape

@Suite struct TapeBlockTests {
    private static let formats = (0..<3).map(TapePackets.format)

    private static func block() throws -> (TapeBlock, [TapePackets.Kept]) {
        let timeline = Timeline(maximumBytes: 1 << 20, startingWith: 70, at: 9000)
        var packets = TapePackets(seed: 1)
        timeline.append(.format(formats[0]), at: .init(nanoseconds: 0))
        packets.add(60, to: timeline)
        var block = TapeBlock(first: 70, start: 9000)
        for kept in packets.all {
            let packet = try #require(timeline.packet(kept.number))
            block.append(packet, format: try #require(formats.firstIndex(of: packet.format)))
        }
        return (block, packets.all)
    }

    @Test func isReadAsItWasWritten() throws {
        let (block, packets) = try Self.block()
        var found: [TapePackets.Kept] = []
        #expect(TapeBlock.read(block.bytes, formats: Self.formats) { found.append(.init($0, $1)) })
        #expect(found == packets)
        #expect(block.packets == 70..<130 && block.start == 9000)
        #expect(block.end == packets.last.map { $0.start + $0.duration })
    }

    /// A disk returns a damaged block of the tape: cut off, or with random bytes. Reading it does no harm.
    @Test func damage() throws {
        let (block, packets) = try Self.block()
        var generator = SeededGenerator(seed: 2)
        var wrong = 0
        for round in 0..<2000 {
            var bytes = block.bytes
            if round % 2 == 0 {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
            } else {
                for _ in 0..<20 {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
            }
            var size = 0
            var count = 0
            let isWhole = TapeBlock.read(bytes, formats: Self.formats) { packet, _ in
                size += packet.bytes.count
                count += 1
            }
            #expect(size <= bytes.count && count <= bytes.count / 4)
            if !isWhole || count < packets.count { wrong += 1 }
        }
        #expect(wrong > 900)
    }
}
