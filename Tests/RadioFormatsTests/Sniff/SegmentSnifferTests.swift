import RadioFormats
import TestSupport
import Testing

@Suite struct SegmentSnifferTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var kind: SegmentKind
        /// How many bytes are needed to recognise the kind of segment, or nil if all bytes are needed.
        var bytesNeeded: Int?

        var testDescription: String { name }
    }

    static let rows: [Row] = {
        var maker = FrameMaker()
        var stream = TransportStreamMaker()
        stream.tables([.init(0x100, 0x0F)])
        stream.pes(0x100, pts: 0, maker.adtsFrame(length: 2000))
        let transport = stream.take()
        stream.before = [1, 2, 3, 4]
        stream.tables([.init(0x100, 0x0F)])
        stream.pes(0x100, pts: 0, maker.adtsFrame(length: 2000))
        let m2ts = stream.take()
        let adts = (0..<4).flatMap { _ in maker.adtsFrame() }
        let mp3 = (0..<4).flatMap { _ in maker.mpegFrame(FrameMaker.mpegHeader()) }
        let tag = FrameMaker.id3([FrameMaker.timestamp(0)])
        let title = FrameMaker.id3([("TIT2", [3, 0x61])], padding: 2000)
        func box(_ type: String) -> [UInt8] { [0, 0, 0, 24] + Array(type.utf8) + maker.noise(100) }
        return [
            Row(name: "transport stream", bytes: transport, kind: .mpegTS, bytesNeeded: 189),
            Row(name: "M2TS", bytes: m2ts, kind: .mpegTS),
            Row(name: "transport stream behind garbage", bytes: maker.noise(50) + transport, kind: .mpegTS),
            Row(name: "one packet", bytes: Array(transport[..<188]), kind: .mpegTS),
            Row(name: "ADTS", bytes: adts, kind: .adts, bytesNeeded: 307),
            Row(name: "ADTS behind a timestamp", bytes: tag + adts, kind: .adts, bytesNeeded: tag.count + 10),
            Row(name: "ADTS behind a title", bytes: title + adts, kind: .adts, bytesNeeded: title.count + 307),
            Row(name: "ADTS behind garbage", bytes: maker.noise(30) + adts, kind: .adts),
            Row(name: "MP3", bytes: mp3, kind: .mpegAudio, bytesNeeded: 421),
            Row(name: "MP3 behind a timestamp", bytes: tag + mp3, kind: .mpegAudio, bytesNeeded: tag.count + 10),
            Row(name: "MP3 behind two tags", bytes: tag + title + mp3, kind: .mpegAudio),
            Row(name: "one frame", bytes: maker.adtsFrame(), kind: .adts),
            Row(
                name: "AC-3 behind a timestamp", bytes: tag + [0x0B, 0x77, 0, 0, 0x14, 0x40] + maker.noise(600),
                kind: .foreign(.unsupported(.ac3))),
            Row(
                name: "E-AC-3", bytes: [0x0B, 0x77, 0, 149, 0x34, 0x80] + maker.noise(294),
                kind: .foreign(.unsupported(.eac3))),
            Row(name: "Ogg", bytes: Array("OggS\0\u{2}".utf8) + maker.noise(600), kind: .foreign(.ogg)),
            Row(
                name: "FLAC behind a timestamp", bytes: tag + Array("fLaC".utf8) + maker.noise(600),
                kind: .foreign(.flac)),
            Row(
                name: "Matroska", bytes: [0x1A, 0x45, 0xDF, 0xA3] + maker.noise(600),
                kind: .foreign(.unsupported(.matroska))),
            Row(name: "styp", bytes: box("styp"), kind: .mp4, bytesNeeded: 8),
            Row(name: "moof", bytes: box("moof"), kind: .mp4, bytesNeeded: 8),
            Row(name: "ftyp", bytes: box("ftyp"), kind: .mp4, bytesNeeded: 8),
            Row(name: "moov", bytes: box("moov"), kind: .mp4, bytesNeeded: 8),
            Row(name: "sidx", bytes: box("sidx"), kind: .mp4, bytesNeeded: 8),
            Row(name: "emsg", bytes: box("emsg"), kind: .mp4, bytesNeeded: 8),
            Row(name: "WebVTT", bytes: Array("\u{FEFF}WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0\n".utf8), kind: .webVTT),
            Row(name: "page", bytes: Array("\n<!DOCTYPE html><html><body>404</body></html>".utf8), kind: .html),
            Row(name: "playlist", bytes: Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n".utf8), kind: .text),
            Row(name: "noise", bytes: maker.noise(5000), kind: .unknown),
            Row(name: "nothing", bytes: [], kind: .unknown),
        ]
    }()

    @Test(arguments: rows) func `tells what a segment is`(_ row: Row) {
        func sniff(_ count: Int, isComplete: Bool) -> SegmentKind? {
            row.bytes[..<count].withUnsafeBytes { SegmentSniffer.sniff($0, isComplete: isComplete) }
        }
        #expect(sniff(row.bytes.count, isComplete: true) == row.kind)
        guard let needed = row.bytesNeeded else { return }
        #expect(sniff(needed, isComplete: false) == row.kind)
        for count in 0..<needed { #expect(sniff(count, isComplete: false) == nil, "\(count) bytes") }
    }

    @Test func `an answer comes with the longest prefix`() {
        var maker = FrameMaker()
        let noise = maker.noise(SegmentSniffer.maximumPrefix)
        #expect(noise.withUnsafeBytes { SegmentSniffer.sniff($0, isComplete: false) } == .unknown)
        let tag = FrameMaker.id3([("APIC", maker.noise(2 * SegmentSniffer.maximumPrefix))])
        #expect(tag.withUnsafeBytes { SegmentSniffer.sniff($0, isComplete: false) } == .unknown)
    }

    @Test func `there is a demuxer, or a reason why not`() {
        let kinds: [SegmentKind] = [
            .mpegTS, .mp4, .adts, .mpegAudio, .foreign(.ogg), .webVTT, .html, .text, .unknown,
        ]
        for kind in kinds {
            #expect((SegmentDemuxers.demuxer(for: kind) == nil) == (kind.problem != nil), "\(kind)")
        }
    }

    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("audio.ts", SegmentKind.mpegTS), ("id3.ts", .mpegTS), ("muxed.ts", .mpegTS), ("zeroLength.ts", .mpegTS),
            ("aacWithId3.aac", .adts), ("mp4Audio.mp4", .mp4), ("mp4AudioInit.mp4", .mp4), ("encrypted.ts", .unknown),
        ]) func `the corpus' segments`(_ name: String, _ kind: SegmentKind) throws
    {
        let bytes = try Corpus.read("hls/segments/" + name)
        #expect(bytes.withUnsafeBytes { SegmentSniffer.sniff($0, isComplete: true) } == kind)
    }
}
