import RadioFormats
import TestSupport
import Testing

@Suite struct FlacFramerTests {
    /// A link of the FLAC chain sample without its Ogg pages: the STREAMINFO block and the frames.
    struct Link {
        var info: [UInt8]
        var frames: [[UInt8]] = []

        private static let made = Result { try read() }

        static func all() throws -> [Link] { try made.get() }

        private static func read() throws -> [Link] {
            let bytes = try ChainSample.flac.read()
            var links: [Link] = []
            for page in ChainSample.pages(of: bytes) where bytes[page.lowerBound + 5] & 2 != 0 {
                // STREAMINFO comes after the page header, the mapping header and the block header.
                links.append(Link(info: Array(bytes[(page.lowerBound + 28 + 17)..<page.upperBound])))
            }
            let parsing = try OggParsing(bytes)
            var number = -1
            for packet in parsing.packets {
                if packet.startsAnew { number += 1 }
                links[number].frames.append(packet.bytes)
            }
            return links
        }

        static func block(_ type: UInt8, _ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
            [type | (isLast ? 0x80 : 0)] + [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
        }

        /// Returns a FLAC file that consists of STREAMINFO, the metadata blocks `blocks`, and the link's frames.
        func file(_ blocks: [[UInt8]] = []) -> [UInt8] {
            Array("fLaC".utf8) + Self.block(0, info) + blocks.flatMap { $0 } + Self.block(1, [0, 0, 0], isLast: true)
                + frames.flatMap { $0 }
        }

        var packets: [RecordedEvent] {
            frames.map { .packet($0, sampleCount: $0.withUnsafeBytes { FlacFrameHeader($0)?.blockSize ?? 0 }) }
        }
    }

    static func events(_ bytes: [UInt8]) throws -> [RecordedEvent] {
        try ParserVerifier.verify(bytes, rounds: 8) { chunks, emit in
            var framer = FlacFramer()
            for chunk in chunks { framer.feed(chunk) { emit(RecordedEvent($0)) } }
            framer.finish { emit(RecordedEvent($0)) }
        }
    }

    private static func format(_ link: Link) throws -> RecordedEvent {
        .format(try #require(link.info.withUnsafeBytes { FlacStreamInfo($0) }).mediaFormat)
    }

    @Test func aFile() throws {
        let link = try #require(Link.all().first)
        let comments = OggMaker.comments(["TITLE=x"])
        let picture = [UInt8](repeating: 7, count: 3000)
        let huge = [UInt8](repeating: 0xFF, count: 5 << 20)
        let file = link.file([
            Link.block(2, huge), Link.block(4, comments), Link.block(6, picture), Link.block(6, huge),
            Link.block(126, []),
        ])
        let expected: [RecordedEvent] =
            [
                try Self.format(link), .timedMetadata(TimedMetadata(kind: .flacPicture, raw: picture)),
                .timedMetadata(TimedMetadata(kind: .vorbisComment, raw: comments)),
            ] + link.packets
        var framer = FlacFramer()
        var found: [RecordedEvent] = []
        file.withUnsafeBytes { framer.feed($0) { found.append(RecordedEvent($0)) } }
        framer.finish { found.append(RecordedEvent($0)) }
        #expect(found == expected)
        #expect(framer.duration == MediaTime(samples: 100_000, rate: 22_050))
        #expect(try Self.events(link.file([Link.block(4, comments)])) == [expected[0], expected[2]] + link.packets)
    }

    @Test func aTagBehindIt() throws {
        let link = try #require(Link.all().first)
        let behind = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        #expect(try Self.events(link.file() + behind) == [try Self.format(link)] + link.packets)
    }

    @Test func oneBehindTheOther() throws {
        let links = try Link.all()
        let expected = [try Self.format(links[0])] + links[0].packets + links[1].packets
        #expect(try Self.events(links[0].file() + links[1].file()) == expected)
    }

    /// The first bytes are the middle of a frame, as for a listener of an Icecast mount. The header of each frame
    /// states the format (22.05 kHz, 16 bits), so STREAMINFO is not needed.
    @Test(arguments: [1, 500, 3000]) func joinedInTheMiddle(_ cut: Int) throws {
        let link = try #require(Link.all().first)
        let bytes = Array(link.frames.flatMap { $0 }.dropFirst(cut))
        let events = try Self.events(bytes)
        guard case .format(let format) = events.first else {
            Issue.record("\(events.count) events")
            return
        }
        #expect(format.sampleRate == 22_050 && format.channelCount == 1)
        #expect(events.dropFirst() == link.packets.dropFirst(cut > link.frames[0].count ? 2 : 1))
    }

    /// The sample rate in frame headers differs from the one in STREAMINFO. The frame headers count, because the rate
    /// may change (RFC 9639 §9.1.2) and STREAMINFO may be wrong.
    @Test func framesAreBelieved() throws {
        let link = try #require(Link.all().first)
        var other = link
        other.frames = try link.frames.map { frame in
            let header = try #require(frame.withUnsafeBytes { FlacFrameHeader($0) })
            #expect(header.sampleRate == 22_050)
            var frame = Array(frame.dropLast(2))
            // The code for 24 kHz.
            frame[2] = frame[2] & 0xF0 | 7
            let end = header.byteCount - 1
            frame[end] = frame.withUnsafeBytes { FlacChecksum.header($0[..<end]) }
            let sum = frame.withUnsafeBytes { FlacChecksum.frame($0) }
            return frame + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
        }
        let format = FlacStreamInfo(sampleRate: 24_000, channelCount: 1, bitsPerSample: 16, maximumBlock: 65_535)
        let changed = [.format(format.mediaFormat)] + other.packets
        let bytes = other.frames.flatMap { $0 }
        #expect(try Self.events(link.file() + bytes) == [Self.format(link)] + link.packets + changed)
        #expect(try Self.events(other.file()) == changed)
    }

    /// A damaged frame is left out, and the frames after it are delivered. If the damage is in the header, the end of
    /// the frame before it cannot be found, so this frame is left out, too.
    @Test(arguments: [0.0, 0.3, 0.9]) func damage(_ place: Double) throws {
        let link = try #require(Link.all().first)
        for bad in [0, 3, link.frames.count - 2] {
            var damaged = link
            damaged.frames[bad][Int(place * Double(link.frames[bad].count))] ^= 0x40
            var expected = link.packets
            expected[bad] = .discontinuity
            if place == 0, bad > 0 { expected.remove(at: bad - 1) }
            let events = try Self.events(damaged.file())
            if bad == 0 {
                // The first frame is damaged. Before the first packet, there is no discontinuity.
                #expect(events.filter { $0 != .discontinuity }.dropFirst() == link.packets.dropFirst())
            } else {
                #expect(events.dropFirst() == expected[...])
            }
        }
    }

    @Test func bytesThatAreMissing() throws {
        var link = try #require(Link.all().first)
        let packets = link.packets
        link.frames[4].removeLast(100)
        link.frames[7].removeFirst(10)
        let events = try Self.events(link.file()).dropFirst()
        #expect(events.filter { $0 == .discontinuity }.count == 2)
        #expect(
            events.filter { $0 != .discontinuity }
                == packets.enumerated().filter { ![4, 6, 7].contains($0.offset) }.map(\.element))
    }

    /// A file with a large picture and much padding before its sound is still a file with sound.
    @Test(arguments: [600_000, 1 << 20, 3 << 20]) func muchBeforeTheSound(_ size: Int) throws {
        let link = try #require(Link.all().first)
        let large = [UInt8](repeating: 7, count: size)
        var framer = FlacFramer()
        var packets = 0
        let file = link.file([Link.block(6, large), Link.block(1, large)])
        for start in stride(from: 0, to: file.count, by: 16_384) {
            file[start..<min(start + 16_384, file.count)].withUnsafeBytes { bytes in
                framer.feed(bytes) { if case .packet = $0 { packets += 1 } }
            }
            #expect(!framer.isGarbage, "at byte \(start)")
        }
        framer.finish { if case .packet = $0 { packets += 1 } }
        #expect(packets == link.frames.count)
    }

    /// All pictures together may have 4 MiB. Those beyond it are skipped.
    @Test func largePictures() throws {
        let link = try #require(Link.all().first)
        let sizes = [5 << 20, 3 << 20, 2 << 20, 1 << 20]
        let file = link.file(sizes.map { Link.block(6, [UInt8](repeating: 7, count: $0)) })
        var found: [Int] = []
        var framer = FlacFramer()
        file.withUnsafeBytes {
            framer.feed($0) { if case .metadata(let picture) = $0 { found.append(picture.raw.count) } }
        }
        #expect(found == [3 << 20, 1 << 20])
    }

    @Test(arguments: [false, true]) func atMostEightPictures(_ hasComments: Bool) throws {
        let link = try #require(Link.all().first)
        let comments = hasComments ? [Link.block(4, OggMaker.comments(["TITLE=x"]))] : []
        let pictures = (0..<10).map { Link.block(6, [UInt8](repeating: UInt8($0), count: 40)) }
        let found = try Self.events(link.file(comments + pictures)).filter {
            if case .timedMetadata(let metadata) = $0 { metadata.kind == .flacPicture } else { false }
        }
        #expect(found.count == 8)
    }

    @Test func noise() throws {
        var maker = FrameMaker(seed: 5)
        #expect(try Self.events(maker.noise(60_000)).isEmpty)
        var framer = FlacFramer()
        maker.noise(FlacFramer.maximumFrame + 100).withUnsafeBytes { framer.feed($0) { _ in } }
        #expect(framer.isGarbage)
    }

    /// 40,000 headers follow one another, without frames. The framer needs only a limited amount of work for them.
    @Test func manyFalseHeaders() throws {
        let link = try #require(Link.all().first)
        let header = Array(link.frames[0].prefix(8))
        let size = try #require(link.frames[0].withUnsafeBytes { FlacFrameHeader($0) }).byteCount
        let flood = [[UInt8]](repeating: Array(header.prefix(size)), count: 40_000).flatMap { $0 }
        var count = 0
        var framer = FlacFramer()
        (link.file() + flood + link.file()).withUnsafeBytes { bytes in
            framer.feed(bytes) { if case .packet = $0 { count += 1 } }
        }
        framer.finish { if case .packet = $0 { count += 1 } }
        #expect(count >= 2 * link.frames.count - 2)
    }
}
