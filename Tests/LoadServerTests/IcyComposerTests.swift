import RadioFormats
import Testing

@testable import LoadServer

struct IcyComposerTests {
    private static let ring = (0..<1000).map { UInt8($0 % 251) }

    /// The body is composed in several calls, each of a given number of bytes ("bites"). It always consists of the
    /// sound with a block after each metaint, and each block is reported with its position.
    @Test(arguments: [1, 16, 255, 1000, 8192], [[1], [4000], [7, 300, 1, 5000]])
    func bitesMakeOneBody(metaint: Int, bites: [Int]) {
        var composer = IcyComposer(metaint: metaint, position: 990)
        var body: [UInt8] = []
        var serial = 0
        var told: [String] = []
        var sound = 0
        while sound < 20_000 {
            let bite = bites[sound % bites.count]
            var out: [UInt8] = []
            Self.ring.withUnsafeBufferPointer { ring in
                composer.append(
                    bite, of: ring, to: &out,
                    block: {
                        serial += 1
                        return serial % 3 == 0 ? IcyBlock.none : IcyBlock.bytes(Array("title \(serial)".utf8))
                    }, placed: { range in told.append("\(body.count + range.lowerBound)+\(range.count)") })
            }
            body += out
            sound += bite
        }
        var splitter = IcySplitter(metaint: metaint)
        var heard: [UInt8] = []
        var blocks: [String] = []
        body.withUnsafeBytes { bytes in
            splitter.feed(bytes) { event in
                switch event {
                case .sound(let bytes): heard += Array(bytes)
                case .metadata(let block):
                    blocks.append(String(decoding: Array(block.prefix { $0 != 0 }), as: UTF8.self))
                }
            }
        }
        #expect(heard == (0..<sound).map { Self.ring[(990 + $0) % 1000] })
        #expect(blocks == (1...max(serial, 1)).filter { $0 <= serial && $0 % 3 != 0 }.map { "title \($0)" })
        #expect(told.count == serial)
    }

    @Test func withoutMetaintThereIsSoundOnly() {
        var composer = IcyComposer(metaint: nil, position: 0)
        var out: [UInt8] = []
        Self.ring.withUnsafeBufferPointer { ring in
            composer.append(2500, of: ring, to: &out, block: { [9] }, placed: { _ in })
        }
        #expect(out == Self.ring + Self.ring + Self.ring[..<500])
    }

    @Test func longTextsAreCutWhereABlockEnds() {
        let block = IcyBlock.bytes([UInt8](repeating: 65, count: 5000))
        #expect(block.count == 4081)
        #expect(block[0] == 255)
        #expect(IcyBlock.bytes([]) == [0])
        #expect(IcyBlock.bytes([65]) == [1, 65] + [UInt8](repeating: 0, count: 15))
    }
}
