import RadioFormats
import TestSupport
import Testing

@Suite struct OggSkimmerTests {
    private static func comments(in bytes: [UInt8]) throws -> [[UInt8]] {
        let events = try ParserVerifier.verify(bytes) { chunks, emit in
            let skimmer = OggSkimmer()
            for chunk in chunks { skimmer.feed(chunk) { emit(.metadata($0)) } }
        }
        return events.compactMap { if case .metadata(let bytes) = $0 { bytes } else { nil } }
    }

    /// Returns the comment headers that the Ogg demuxer finds, for comparison with those of the skimmer.
    private static func demuxed(_ bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let demuxer = OggDemuxer()
        bytes.withUnsafeBytes {
            demuxer.feed($0) { if case .metadata(let metadata) = $0 { found.append(metadata.raw) } }
        }
        return found
    }

    @Test(arguments: ChainSample.all) func everyLink(_ chain: ChainSample) throws {
        let bytes = try chain.read()
        let found = try Self.comments(in: bytes)
        #expect(found.count == 2 && found == Self.demuxed(bytes))
    }

    /// An `OggSkimmer`, which only looks for titles, finds the comment headers even if its input begins within a page
    /// or lacks bytes of sound.
    @Test(arguments: ChainSample.all) func fromAnywhere(_ chain: ChainSample) throws {
        let bytes = try chain.read()
        let whole = try Self.comments(in: bytes)
        let pages = ChainSample.pages(of: bytes)
        #expect(try Self.comments(in: Array(bytes.dropFirst(pages[1].lowerBound + 5))) == whole.suffix(1))
        // The first page of sound.
        let sound = try #require(
            pages.first { $0.count > 300 && bytes[$0.lowerBound + 6..<$0.lowerBound + 14] != [0, 0, 0, 0, 0, 0, 0, 0] })
        var missing = bytes
        missing.removeSubrange(sound.lowerBound + 100..<sound.lowerBound + 200)
        #expect(try Self.comments(in: missing).last == whole.last)
    }

    @Test func overSeveralPages() throws {
        let fields = ["TITLE=x", "LONG=" + String(repeating: "y", count: 200_000)]
        let bytes = OggDemuxerTests.link(packets: 0..<5, fields: fields)
        #expect(try Self.comments(in: bytes) == [OggMaker.comments(fields)])
        // First one page of the comment header is damaged, then it is missing.
        let pages = ChainSample.pages(of: bytes)
        var damaged = bytes
        damaged[pages[2].lowerBound + 5000] ^= 1
        #expect(try Self.comments(in: damaged).isEmpty)
        damaged = bytes
        damaged.removeSubrange(pages[2])
        #expect(try Self.comments(in: damaged + OggDemuxerTests.link(packets: 0..<5)).count == 1)
    }

    /// The fields before one that is too long are read.
    @Test func tooLong() throws {
        let fields = ["TITLE=x", "LONG=" + String(repeating: "y", count: 9 << 20)]
        var found: [[String]?] = []
        let skimmer = OggSkimmer()
        let next = OggDemuxerTests.link(packets: 0..<5, fields: ["TITLE=y"])
        let bytes = OggDemuxerTests.link(packets: 0..<5, fields: fields) + next
        bytes.withUnsafeBytes { skimmer.feed($0) { found.append(VorbisComment($0)?.fields.map(\.value)) } }
        #expect(found == [["x"], ["y"]])
    }

    @Test func streamsSideBySide() throws {
        var theora = OggMaker(serial: 8)
        let sound = OggDemuxerTests.link(packets: 0..<5)
        let pages = ChainSample.pages(of: sound)
        var bytes = theora.page([[0x80] + "theora".utf8], isFirst: true)
        for page in pages { bytes += sound[page] + theora.page([[UInt8](repeating: 3, count: 700)], samples: 1) }
        #expect(try Self.comments(in: bytes) == [OggMaker.comments(["TITLE=x"])])
    }

    @Test func noise() throws {
        var maker = FrameMaker(seed: 8)
        let sound = OggDemuxerTests.link(packets: 0..<5)
        let sign = Array("OggOggS".utf8)
        #expect(try Self.comments(in: maker.noise(3000) + sign + [1] + maker.noise(50) + sound).count <= 1)
        #expect(try Self.comments(in: Array("OggOgOOggS".utf8.dropLast(4)) + sound).count == 1)
    }
}
