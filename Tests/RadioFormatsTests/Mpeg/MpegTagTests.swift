import RadioFormats
import TestSupport
import Testing

/// Tags before and between the frames of MPEG audio, and first frames that contain information instead of sound.
@Suite struct MpegTagTests {
    static let base = FrameMaker.mpegHeader()

    static func packets(_ input: [UInt8]) throws -> [[UInt8]] {
        MpegAudioFramerTests.packets(try MpegAudioFramerTests.frames(input))
    }

    @Test func `a leading ID3v2 tag comes out whole, with a frame's image in it`() throws {
        var maker = FrameMaker(seed: 1)
        let sound = maker.mpegStream(Self.base, count: 4)
        let tag = FrameMaker.id3([("TIT2", [3] + Array("Title".utf8)), ("APIC", sound)], padding: 100)
        let events = try MpegAudioFramerTests.frames(tag + sound)
        #expect(events[0] == .timedMetadata(TimedMetadata(kind: .id3, raw: tag)))
        #expect(events[1] == MpegAudioFramerTests.format())
        #expect(MpegAudioFramerTests.packets(events).flatMap { $0 } == sound)
    }

    @Test func `a tag over 64 KiB gives what a player uses, before and between frames`() throws {
        var maker = FrameMaker(seed: 2)
        let sound = maker.mpegStream(Self.base, count: 4)
        let title = (id: "TIT2", content: [3] + Array("Title".utf8))
        let tag = FrameMaker.id3([("GEOB", maker.anyBytes(AudioFraming.maximumKeptTag)), title], padding: 2000)
        let kept = RecordedEvent.timedMetadata(TimedMetadata(kind: .id3, raw: FrameMaker.id3([title])))
        let events = try MpegAudioFramerTests.frames(tag + sound + tag + sound)
        #expect(events[0] == kept && events[1] == MpegAudioFramerTests.format() && events[6] == kept)
        #expect(events.count == 11)
    }

    @Test func `a tag with a footer`() throws {
        var maker = FrameMaker(seed: 3)
        let sound = maker.mpegStream(Self.base, count: 4)
        var tag = FrameMaker.id3([("TIT2", [3, 0x61])], flags: 0x10)
        tag += Array("3DI".utf8) + tag[3..<10]
        let events = try MpegAudioFramerTests.frames(tag + sound)
        #expect(events.first == .timedMetadata(TimedMetadata(kind: .id3, raw: tag)))
        #expect(events.count == 6)
    }

    @Test func `a tag between two frames tears nothing`() throws {
        var maker = FrameMaker(seed: 4)
        let sound = maker.mpegStream(Self.base, count: 4)
        let tag = FrameMaker.id3([("TIT2", [0, 0x61])], version: 3)
        let events = try MpegAudioFramerTests.frames(sound + tag + sound)
        #expect(events.count == 10)
        #expect(events[5] == .timedMetadata(TimedMetadata(kind: .id3, raw: tag)))
        #expect(!events.contains(.discontinuity))
    }

    @Test func `a tag that is cut off is dropped, and no sound is looked for in it`() throws {
        var maker = FrameMaker(seed: 5)
        let sound = maker.mpegStream(Self.base, count: 4)
        let tag = FrameMaker.id3([("APIC", sound)])
        #expect(try MpegAudioFramerTests.frames(Array(tag.dropLast(10))).isEmpty)
    }

    @Test func `what only looks like a tag is garbage`() throws {
        var maker = FrameMaker(seed: 6)
        let sound = maker.mpegStream(Self.base, count: 4)
        // The first three look like ID3 tags, but with a version that does not exist, a size with a high bit set, and a
        // size above the limit.
        for sign: [UInt8] in [
            Array("ID3".utf8) + [9, 0, 0, 0, 0, 0, 10], Array("ID3".utf8) + [4, 0, 0, 0x80, 0, 0, 10],
            Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F], Array("ID".utf8), Array("TAG".utf8.prefix(2)),
            Array("APETNOT!".utf8) + [UInt8](repeating: 0, count: 30),
        ] {
            #expect(try Self.packets(sign + sound).flatMap { $0 } == sound)
        }
    }

    static func ape(items: Int, isHeader: Bool) -> [UInt8] {
        Array("APETAGEX".utf8) + [0xD0, 0x07, 0, 0, UInt8(items & 255), UInt8(items >> 8), 0, 0, 1, 0, 0, 0]
            + [0, 0, 0, isHeader ? 0xA0 : 0x80] + [UInt8](repeating: 0, count: 8)
    }

    @Test func `ID3v1 and APE tags at the end, and in the middle of joined files`() throws {
        var maker = FrameMaker(seed: 7)
        let sound = maker.mpegStream(Self.base, count: 4)
        let id3v1 = Array("TAG".utf8) + maker.noise(125)
        let content = maker.mpegFrame(Self.base)
        let footer = Self.ape(items: content.count + 32, isHeader: false)
        let ape = Self.ape(items: content.count + 32, isHeader: true) + content + footer
        for tag in [id3v1, ape, ape + id3v1, footer] {
            let events = try MpegAudioFramerTests.frames(sound + tag + sound + tag)
            #expect(MpegAudioFramerTests.packets(events).flatMap { $0 } == sound + sound)
            #expect(!events.contains(.discontinuity))
        }
    }

    @Test func `one frame and a tag are a file`() throws {
        var maker = FrameMaker(seed: 8)
        let frame = maker.mpegFrame(Self.base)
        #expect(try Self.packets(frame + Array("TAG".utf8) + maker.noise(125)) == [frame])
    }

    /// Returns a frame with the Xing header and its extension by the encoder LAME.
    static func xing(_ sign: String = "Xing", header: [UInt8] = base, hasChecksum: Bool = false, flags: UInt8 = 15)
        -> [UInt8]
    {
        let mode = header[3] >> 6
        let isMpeg1 = header[1] >> 3 & 3 == 3
        var frame = header + [UInt8](repeating: 0, count: (isMpeg1 ? (mode == 3 ? 17 : 32) : (mode == 3 ? 9 : 17)))
        frame += Array(sign.utf8) + [0, 0, 0, flags]
        if flags & 1 != 0 { frame += [0, 0, 0x10, 0x01] }
        if flags & 2 != 0 { frame += [0, 0x20, 0, 0x02] }
        if flags & 4 != 0 { frame += [UInt8](repeating: 7, count: 100) }
        if flags & 8 != 0 { frame += [0, 0, 0, 50] }
        // An encoder's delay of 576 samples (0x240) and a padding of 1,234 (0x4D2).
        frame += Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 12) + [0x24, 0x04, 0xD2]
        let length = header.withUnsafeBytes { MpegAudioHeader($0)!.frameLength! }
        return frame + [UInt8](repeating: 0, count: length - frame.count)
    }

    static func framer(_ input: [UInt8]) -> (MpegAudioFramer, [RecordedEvent]) {
        var framer = MpegAudioFramer(isFile: true)
        var events: [RecordedEvent] = []
        input.withUnsafeBytes { framer.feed($0) { events.append(RecordedEvent($0)) } }
        framer.finish { events.append(RecordedEvent($0)) }
        return (framer, events)
    }

    @Test(arguments: [
        FrameMaker.mpegHeader(), FrameMaker.mpegHeader(mode: .mono), FrameMaker.mpegHeader(version: .mpeg2),
        FrameMaker.mpegHeader(version: .mpeg25, mode: .mono),
    ])
    func `a Xing header is read and is no packet`(header: [UInt8]) throws {
        var maker = FrameMaker(seed: 9)
        let sound = maker.mpegStream(header, count: 5)
        let (framer, events) = Self.framer(Self.xing(header: header) + sound)
        let information = try #require(framer.information)
        #expect(information.frameCount == 0x1001)
        #expect(information.byteCount == 0x20_0002)
        #expect(information.isVariable)
        #expect(information.encoderDelay == 576)
        #expect(information.encoderPadding == 1234)
        #expect(MpegAudioFramerTests.packets(events).flatMap { $0 } == sound)
        guard case .format(let format) = events[0] else { Issue.record("no format"); return }
        #expect(format.bitRate == nil)
        let parsed = try #require(header.withUnsafeBytes { MpegAudioHeader($0) })
        let samples = 0x1001 * parsed.samplesPerFrame - 576 - 1234
        #expect(framer.statedDuration == MediaTime(samples: Int64(samples), rate: parsed.sampleRate))
    }

    @Test func `Info means a constant rate, and fields may be absent`() throws {
        var maker = FrameMaker(seed: 10)
        let (framer, events) = Self.framer(Self.xing("Info", flags: 2) + maker.mpegStream(Self.base, count: 5))
        #expect(framer.information?.frameCount == nil)
        #expect(framer.information?.byteCount == 0x20_0002)
        #expect(framer.information?.isVariable == false)
        #expect(framer.statedDuration == nil)
        #expect(events.first == MpegAudioFramerTests.format())
    }

    @Test(arguments: [false, true]) func `a CRC moves the header, or does not`(moves: Bool) throws {
        var maker = FrameMaker(seed: 11)
        let header = FrameMaker.mpegHeader(hasChecksum: true)
        var frame = Self.xing(header: header)
        if moves {
            frame.insert(contentsOf: [0x12, 0x34], at: 4)
            frame.removeLast(2)
        }
        let (framer, events) = Self.framer(frame + maker.mpegStream(header, count: 5))
        #expect(framer.information?.frameCount == 0x1001)
        #expect(MpegAudioFramerTests.packets(events).count == 5)
    }

    @Test func `a VBRI header`() throws {
        var maker = FrameMaker(seed: 12)
        var frame = Self.base + [UInt8](repeating: 0, count: 32) + Array("VBRI".utf8)
        frame += [0, 1, 0, 0, 0, 75, 0, 1, 0, 0, 0, 0, 2, 0]
        frame += [UInt8](repeating: 0, count: 417 - frame.count)
        let (framer, events) = Self.framer(frame + maker.mpegStream(Self.base, count: 5))
        #expect(framer.information?.byteCount == 65_536)
        #expect(framer.information?.frameCount == 512)
        #expect(MpegAudioFramerTests.packets(events).count == 5)
    }

    @Test func `in joined files a later Xing frame is no packet either, unless it holds sound`() throws {
        var maker = FrameMaker(seed: 13)
        let sound = maker.mpegStream(Self.base, count: 4)
        let (framer, events) = Self.framer(sound + Self.xing() + sound)
        #expect(framer.information == nil)
        #expect(MpegAudioFramerTests.packets(events).flatMap { $0 } == sound + sound)
        #expect(!events.contains(.discontinuity))
        var chance = Self.xing()
        chance[8] = 0x55
        #expect(MpegAudioFramerTests.packets(Self.framer(sound + chance + sound).1).count == 9)
    }

    // The expected counts are those of `mpg123 -t -v` and `ffprobe -count_packets`, after the ICY metadata was removed.
    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("icy/4EverFloyd-1-8192.mp3", 8192), ("icy/4EverFloyd-2-8192.mp3", 8192), ("icy/KFRC-1-16000.mp3", 16000),
            ("icy/KFRC-2-16000.mp3", 16000), ("icy/TheComedyChannel-1-16000.mp3", 16000),
        ])
    func `captures of real stations are frames without a gap`(file: String, metaint: Int) throws {
        let sound = try IcySplitterTests.split(Array(Corpus.read(file).prefix(100_000)), metaint: metaint).sound
        let events = try MpegAudioFramerTests.frames(sound)
        let held = MpegAudioFramerTests.packets(events).reduce(0) { $0 + $1.count }
        #expect(!events.contains(.discontinuity))
        #expect(sound.count - held < 2 * 1441, "\(sound.count) bytes, \(held) in frames")
    }
}
