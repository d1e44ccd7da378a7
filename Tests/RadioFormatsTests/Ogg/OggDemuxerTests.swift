import RadioFormats
import TestSupport
import Testing

@Suite struct OggDemuxerTests {
    // MARK: Real encoders

    @Test(arguments: ChainSample.all) func everySampleOfEveryLink(_ chain: ChainSample) throws {
        let parsing = try OggParsing(chain.read())
        #expect(parsing.formats.count == 2)
        for format in parsing.formats {
            #expect(format.codec == chain.codec && format.sampleRate == chain.sampleRate)
            #expect(format.channelCount == chain.channels)
        }
        let starts = parsing.packets.indices.filter { parsing.packets[$0].startsAnew }
        #expect(starts.count == 2 && parsing.commentPlaces == starts && parsing.discontinuities.isEmpty)
        let second = try #require(starts.last)
        #expect(parsing.packets[..<second].reduce(0) { $0 + $1.sampleCount } == chain.sampleCounts[0])
        #expect(parsing.packets[second...].reduce(0) { $0 + $1.sampleCount } == chain.sampleCounts[1])
        let titles = parsing.comments.map { comment in
            ["ARTIST", "TITLE"].map { name in
                comment?.fields.first { $0.name.uppercased() == name }?.value
            }
        }
        #expect(titles == [["Artist 1", "Song 1"], ["Artist 2", "Song 2"]])
    }

    /// A page in the middle of a link is missing or damaged. Only its packets are lost.
    @Test(arguments: ChainSample.all, [false, true]) func oneBadPage(_ chain: ChainSample, isCut: Bool) throws {
        let bytes = try chain.read()
        let pages = ChainSample.pages(of: bytes)
        let whole = try OggParsing(bytes)
        let bad = pages[try Self.firstSound(in: bytes, pages) + 1]
        var damaged = bytes
        if isCut { damaged.removeSubrange(bad) } else { damaged[bad.upperBound - 5] ^= 0x55 }
        let parsing = try OggParsing(damaged)
        #expect(parsing.discontinuities.count == 1 && parsing.formats.count == 2)
        let torn = try #require(parsing.discontinuities.first)
        #expect(parsing.packets[..<torn].elementsEqual(whole.packets[..<torn]))
        // Vorbis needs the packet before to decode a packet. It is missing, so the first packet after the gap gives no
        // sound.
        if chain.codec == .vorbis { #expect(parsing.packets[torn].sampleCount == 0) }
        let rest = parsing.packets[(torn + 1)...]
        #expect(rest.elementsEqual(whole.packets.suffix(rest.count)) && !rest.isEmpty)
    }

    /// A listener joins in the middle of a link. Icecast first sends the headers and then the current pages.
    @Test(arguments: ChainSample.all) func joinedInTheMiddle(_ chain: ChainSample) throws {
        let bytes = try chain.read()
        let pages = ChainSample.pages(of: bytes)
        let whole = try OggParsing(bytes)
        let headers = try Self.firstSound(in: bytes, pages)
        let joined = Array(bytes[..<pages[headers].lowerBound]) + bytes[pages[headers + 1].lowerBound...]
        let parsing = try OggParsing(joined)
        #expect(parsing.formats.count == 2 && parsing.comments.count == 2)
        let same = zip(parsing.packets.reversed(), whole.packets.reversed()).prefix { $0 == $1 }.count
        // At the start, some packets only prime the decoder: one for Vorbis, the pre-skip for Opus. All others are the
        // same as without joining.
        #expect(parsing.packets.count - same <= 1)
        #expect(parsing.packets.first?.startsAnew == true)
    }

    /// Returns the index of the first page that contains sound and no headers.
    private static func firstSound(in bytes: [UInt8], _ pages: [Range<Int>]) throws -> Int {
        try #require(
            pages.indices.first { number in
                (try? OggParsing(Array(bytes[..<pages[number].upperBound])))?.packets.isEmpty == false
            })
    }

    // MARK: By hand

    /// Returns the bytes of an Opus link with packets of 20 ms, `perPage` of them on each page.
    static func link(
        serial: UInt32 = 1, packets: Range<Int>, perPage: Int = 5, preSkip: UInt16 = 312, start: Int64 = 0,
        end: Int64? = nil, fields: [String] = ["TITLE=x"]
    ) -> [UInt8] {
        var maker = OggMaker(serial: serial)
        var bytes = maker.page([OggMaker.opusHead(preSkip: preSkip)], granule: 0, isFirst: true)
        bytes += maker.page([OggMaker.opusTags(fields)], granule: 0)
        var granule = start
        for first in stride(from: packets.lowerBound, to: packets.upperBound, by: perPage) {
            let numbers = first..<min(first + perPage, packets.upperBound)
            granule += Int64(numbers.count * OggMaker.opusSamples)
            let isLast = numbers.upperBound == packets.upperBound
            bytes += maker.page(
                numbers.map { OggMaker.opusPacket($0) }, granule: isLast ? end ?? granule : granule, isLast: isLast)
        }
        return bytes
    }

    struct Trim: Sendable {
        var name: String
        var packets: Int
        var perPage = 5
        var preSkip: UInt16 = 312
        var start: Int64 = 0
        var end: Int64?
        var heard: Int
    }

    @Test(arguments: [
        Trim(name: "pre-skip", packets: 10, heard: 9600 - 312),
        Trim(name: "pre-skip over several packets", packets: 10, preSkip: 2000, heard: 7600),
        Trim(name: "an end within the last packet", packets: 10, end: 9000, heard: 9000 - 312),
        Trim(name: "an end before the last packet", packets: 10, end: 8000, heard: 8000 - 312),
        Trim(name: "an end on the page before", packets: 10, end: 4000, heard: 4800 - 312),
        Trim(name: "one page", packets: 3, end: 2000, heard: 2000 - 312),
        Trim(name: "one page, nothing heard", packets: 3, end: 0, heard: 0),
        Trim(name: "joined late", packets: 10, start: 1 << 40, heard: 9600 - 312),
        Trim(name: "an end far beyond", packets: 10, end: 1 << 60, heard: 9600 - 312),
        Trim(name: "a beginning before zero", packets: 10, start: -500, heard: 9600 - 312 - 500),
        Trim(name: "nonsense", packets: 10, start: .min + 5, end: .min + 90, heard: 9600 - 312),
    ]) func trimming(_ row: Trim) throws {
        let bytes = Self.link(
            packets: 0..<row.packets, perPage: row.perPage, preSkip: row.preSkip, start: row.start, end: row.end)
        let parsing = try OggParsing(bytes)
        #expect(parsing.sampleCount == row.heard, "\(row.name)")
        for packet in parsing.packets where packet.sampleCount > 0 {
            #expect(packet.sampleCount + packet.lead + packet.tail == OggMaker.opusSamples, "\(row.name)")
        }
    }

    @Test func streamsSideBySide() throws {
        var skeleton = OggMaker(serial: 7)
        var theora = OggMaker(serial: 8)
        var speex = OggMaker(serial: 9)
        let sound = Self.link(packets: 0..<10)
        let pages = ChainSample.pages(of: sound)
        var bytes = skeleton.page([Array("fishead\0".utf8) + [3, 0, 0, 0]], isFirst: true)
        bytes += theora.page([[0x80] + "theora".utf8 + [3, 2, 1]], isFirst: true)
        bytes += speex.page([Array("Speex   1.2".utf8)], isFirst: true)
        for (number, page) in pages.enumerated() {
            bytes += sound[page]
            bytes += theora.page([[UInt8](repeating: UInt8(number), count: 3000)], samples: 1)
            if number > 0 { bytes += speex.page([[1, 2, 3]], samples: 1) }
        }
        let parsing = try OggParsing(bytes)
        #expect(parsing.packets == (try OggParsing(sound)).packets)
        #expect(parsing.unsupported == nil)
    }

    @Test func onlySpeex() throws {
        var speex = OggMaker(serial: 9)
        let bytes =
            speex.page([Array("Speex   1.2".utf8)], isFirst: true) + speex.page([[1, 2, 3]], samples: 160)
        let parsing = try OggParsing(bytes)
        #expect(parsing.packets.isEmpty && parsing.unsupported == "Speex")
    }

    /// A link ends after its first page. The next link is read as usual.
    @Test func aBeginningWithoutMore() throws {
        var gone = OggMaker(serial: 5)
        let sound = Self.link(packets: 0..<10)
        let parsing = try OggParsing(gone.page([OggMaker.opusHead()], isFirst: true) + sound)
        #expect(parsing.packets == (try OggParsing(sound)).packets)
    }

    /// A source starts anew with the same serial number and without having ended its link. The new sound is not treated
    /// as a continuation.
    @Test func aSourceThatBeginsAgain() throws {
        let sound = Self.link(packets: 0..<10)
        let pages = ChainSample.pages(of: sound)
        let cut = Array(sound[..<pages[3].lowerBound])
        let parsing = try OggParsing(cut + sound)
        #expect(parsing.packets.filter { $0.startsAnew }.count == 2)
        #expect(parsing.discontinuities == [parsing.packets.lastIndex { $0.startsAnew }])
    }

    @Test func garbageBeforeAndBetween() throws {
        var maker = FrameMaker(seed: 3)
        let sound = Self.link(packets: 0..<20)
        let pages = ChainSample.pages(of: sound)
        var bytes = maker.noise(5000)
        for page in pages { bytes += sound[page] + maker.noise(300) }
        #expect(try OggParsing(bytes).packets == (try OggParsing(sound)).packets)
        #expect(try OggParsing(maker.noise(300 << 10)).isGarbage)
        // The headers of a link are missing, so its sound cannot be decoded and is not delivered.
        let headless = Array(sound[pages[2].lowerBound...])
        let long = [[UInt8]](repeating: headless, count: (300 << 10) / headless.count + 1).flatMap { $0 }
        let parsing = try OggParsing(long)
        #expect(parsing.packets.isEmpty && parsing.isGarbage)
    }

    /// libopus would keep a decoder for each of the streams.
    @Test(arguments: [(2, true), (3, false), (200, false)]) func opusOfManyStreams(_ streams: UInt8, _ isPlayed: Bool) {
        var maker = OggMaker()
        var head = OggMaker.opusHead(preSkip: 0)
        head[18] = 1
        let link =
            maker.page([head + [streams, 0, 0, 1]], granule: 0, isFirst: true) + maker.page([OggMaker.opusTags()])
        let demuxer = OggDemuxer()
        link.withUnsafeBytes { demuxer.feed($0) { _ in } }
        #expect((demuxer.unsupported == nil) == isPlayed)
    }

    /// Comments with a large picture do not make a file garbage. A picture that is too large is skipped, but not the
    /// fields before it.
    @Test(arguments: [(700_000, true), (4 << 20, true), (9 << 20, false)]) func largeComments(
        _ size: Int, _ isKept: Bool
    ) {
        var maker = OggMaker()
        let head = maker.page([OggMaker.opusHead(preSkip: 0)], granule: 0, isFirst: true)
        let picture = "METADATA_BLOCK_PICTURE=" + String(repeating: "A", count: size)
        let tags = maker.page([OggMaker.opusTags(["TITLE=Title", picture])], granule: 0)
        let sound = maker.page((0..<5).map { OggMaker.opusPacket($0) }, samples: 4800)
        var (packets, lengths, hole): (Int, [Int], Bool) = (0, [], false)
        let demuxer = OggDemuxer()
        for part in [head, tags, sound] {
            part.withUnsafeBytes { bytes in
                demuxer.feed(bytes) { element in
                    switch element {
                    case .packet: packets += 1
                    case .metadata(let metadata):
                        lengths = VorbisComment(metadata.raw)?.fields.map(\.value.utf8.count) ?? []
                    case .discontinuity: hole = true
                    case .format, .position, .end: break
                    }
                }
            }
            #expect(!demuxer.isGarbage)
        }
        #expect(packets == 5 && !hole)
        #expect(lengths == (isKept ? [5, size] : [5]))
    }

    /// Comments without end make a file garbage.
    @Test func endlessComments() {
        var maker = OggMaker()
        let head = maker.page([OggMaker.opusHead(preSkip: 0)], granule: 0, isFirst: true)
        // A page in which no packet ends.
        let page = Array(maker.page([OggMaker.opusTags() + [UInt8](repeating: 0, count: 66_000)])[..<65_307])
        let demuxer = OggDemuxer()
        head.withUnsafeBytes { demuxer.feed($0) { _ in } }
        var count = 0
        while !demuxer.isGarbage, count < 2000 {
            page.withUnsafeBytes { demuxer.feed($0) { _ in } }
            count += 1
        }
        #expect(count * page.count > OggDemuxer.headerPatience && count < 2000)
    }

    /// A packet never ends. The demuxer keeps only a limited number of its bytes, and delivers the sound after it.
    @Test func aPacketWithoutEnd() throws {
        var maker = OggMaker()
        var bytes = maker.page([OggMaker.opusHead(preSkip: 0)], granule: 0, isFirst: true)
        bytes += maker.page([OggMaker.opusTags() + [UInt8](repeating: 0, count: 9 << 20)], granule: 0)
        bytes += maker.page((0..<5).map { OggMaker.opusPacket($0) }, samples: 4800)
        var parsed: [Int] = []
        let demuxer = OggDemuxer()
        bytes.withUnsafeBytes {
            demuxer.feed($0) { if case .packet(let packet) = $0 { parsed.append(packet.sampleCount) } }
        }
        #expect(parsed.suffix(5) == [960, 960, 960, 960, 960])
    }
}
