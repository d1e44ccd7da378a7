import Longwave
import RadioHls
import RadioJSON
import RadioProbe
import TestSupport
import Testing

@testable import LongwaveCLI

/// An input of `longwave inspect`. A golden file has its output.
struct InspectedInput: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: KindName?
    var metaint: Int?
    var charset: String?
    var cipher: SegmentPlan.Cipher?
    var bytes: @Sendable () throws -> [UInt8]

    var testDescription: String { name }

    init(_ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    init(_ name: String, _ text: String, _ change: (inout InspectedInput) -> Void = { _ in }) {
        self.init(name) { Array(text.utf8) }
        change(&self)
    }

    static let all = frames + segments + oggAndFlac + playlists + lists + captures + others

    // MARK: Sound

    private static let title = (id: "TIT2", content: [3] + Array("Título".utf8))
    private static let oldTag =
        Array("TAGTitre".utf8) + [UInt8](repeating: 0, count: 25) + Array("Caf".utf8) + [0xE9]
        + [UInt8](repeating: 0x20, count: 91)

    private static func chapter(_ id: String, _ start: UInt32, _ end: UInt32) -> (id: String, content: [UInt8]) {
        let inner = FrameMaker.id3([("TIT2", [3] + Array("Chapter \(id)".utf8))]).dropFirst(10)
        let places = Mp4Maker.big(start) + Mp4Maker.big(end) + [UInt8](repeating: 0xFF, count: 8)
        return ("CHAP", Array("\(id)\0".utf8) + places + inner)
    }

    private static let frames = [
        InspectedInput("mp3") { try Sample.mp3.read() },
        InspectedInput("mp3-tags") {
            FrameMaker.id3([title, ("TXXX", [3] + Array("key\0value".utf8)), chapter("a", 0, 2500)])
                + FrameMaker.id3([title], version: 3) + (try Sample.mp3Variable.read()) + oldTag
        },
        InspectedInput("mp3-gaps") {
            let (sound, frame) = (try Sample.mp2.read(), 384)
            var maker = FrameMaker(seed: 5)
            return maker.noise(100) + (0..<30).flatMap { sound[..<(($0 % 3 + 4) * frame)] + maker.noise(50 + $0) }
                + sound[..<7]
        },
        InspectedInput("mp3-forms") { try Sample.mp3Mono48.read() + Sample.mp3Mpeg2.read() + Sample.mp3.read() },
        InspectedInput("mp3-free") { try Sample.mp3FreeFormat.read() },
        InspectedInput("mp1") { try Sample.mp1.read() },
        InspectedInput("mpeg25") { try Sample.mp3Mpeg25.read() },
        InspectedInput("aac") { try Sample.aac.read() },
        InspectedInput("aac-cut") { Array(try Sample.aacMono48.read().dropFirst(55).dropLast(33)) },
    ]

    // MARK: Segments

    private static let segments = [
        InspectedInput("packed") {
            let frames = Samples.adtsPackets(try Sample.aac.read()).prefix(30)
            return FrameMaker.id3([FrameMaker.timestamp(90_000), title]) + frames.flatMap { $0 }
        },
        InspectedInput("ts") {
            var maker = FrameMaker()
            var stream = TransportStreamMaker()
            stream.tables([.init(0x100, 0x1B), .init(0x101, 0x0F), .init(0x102, 0x15)])
            let private1 = (id: "PRIV", content: Array("owner\0data".utf8))
            let tag = FrameMaker.id3([
                ("TIT2", [3, 0x61]), ("TPE1", [3, 0x62]), ("WXXX", [3] + Array("page\0http://h/".utf8)), private1,
                ("COMM", [3] + Array("engabout\0words".utf8)), ("APIC", [3] + Array("image/png\0\u{3}front\0png".utf8)),
            ])
            stream.pes(0x102, pts: 3840, tag)
            for index in 0..<30 {
                stream.pes(0x100, pts: 0, maker.anyBytes(700))
                if index == 5 { stream.skip(0x101) }
                stream.pes(0x101, pts: UInt64(index) * 1920 + (index >= 8 ? 90_000 : 0), maker.adtsFrame(rateIndex: 3))
            }
            return stream.take()
        },
        InspectedInput("ts-encrypted") {
            var stream = TransportStreamMaker()
            stream.tables([.init(0x101, 0xCF)])
            stream.tables([.init(0x101, 0xCF)])
            return stream.take()
        },
        InspectedInput("mp4") {
            var sound = Mp4Maker.Track(Mp4Maker.mp4a([0x12, 0x10]))
            sound.edits = [(1000, 2048)]
            var video = Mp4Maker.Track(Mp4Maker.entry("avc1", []))
            (video.id, video.handler) = (2, "vide")
            var maker = FrameMaker()
            return Mp4Maker.initialization([sound, video])
                + Mp4Fragment((0..<25).map { maker.anyBytes(20 + 31 * $0) }, time: 5000).bytes
                + Mp4Fragment([maker.anyBytes(99)], time: 90_000).bytes
        },
        InspectedInput("mp4-encrypted") {
            Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.encrypted(scheme: "cbcs"))])
        },
        InspectedInput("mp4-fragment") { Mp4Fragment([[1, 2, 3]]).bytes },
        encrypted,
    ]

    private static let encrypted: InspectedInput = {
        let (key, iv) = ([UInt8](0..<16), [UInt8](16..<32))
        var input = InspectedInput("encrypted") {
            try SegmentEncryptor.encrypt(Samples.adtsPackets(try Sample.aac.read())[0] + [], key: key, iv: iv)
        }
        (input.kind, input.cipher) = (.aac, SegmentPlan.Cipher(key: key, iv: iv))
        return input
    }()

    private static let oggAndFlac =
        ChainSample.all.map { chain in InspectedInput("ogg-\(chain.codec.rawValue)") { try chain.read() } } + [
            InspectedInput("ogg-damaged") {
                var bytes = try ChainSample.opus.read()
                let pages = ChainSample.pages(of: bytes)
                bytes[pages[4].upperBound - 1] ^= 1
                bytes.removeSubrange(pages[6])
                return [1, 2, 3] + bytes.dropLast(100)
            },
            InspectedInput("ogg-made") {
                var (ogg, other) = (OggMaker(serial: 7), OggMaker(serial: 8))
                let picture = Mp4Maker.big(UInt32(3)) + pictureBody
                let fields = ["TITLE=A", "METADATA_BLOCK_PICTURE=\(Base64.encode(picture))"]
                return ogg.page([OggMaker.opusHead(gain: -512)], isFirst: true)
                    + other.page([Array("\u{80}theora".utf8)], isFirst: true) + ogg.page([OggMaker.opusTags(fields)])
                    + (0..<3).flatMap { ogg.page([OggMaker.opusPacket($0)], samples: OggMaker.opusSamples) }
                    + (0..<25).flatMap { number in
                        var next = OggMaker(serial: UInt32(100 + number))
                        return next.page([Array("\u{80}theora".utf8)], isFirst: true, isLast: true)
                    }
            },
            InspectedInput("flac") { try Samples.read(path: flac) },
            InspectedInput("flac-picture") {
                let bytes = try Samples.read(path: flac)
                let picture = Mp4Maker.big(UInt32(4)) + pictureBody
                let block = [6, 0, 0, UInt8(picture.count)] + picture
                return FrameMaker.id3([title]) + Array(bytes[..<42]) + block + Array(bytes[42...])
            },
            InspectedInput("flac-damaged") {
                var bytes = try Samples.read(path: flac)
                bytes[bytes.count - 500] ^= 1
                return bytes
            },
            InspectedInput("flac-wrong") {
                var bytes = try Samples.read(path: flac)
                bytes[26] ^= 1
                return bytes
            },
            InspectedInput("flac-head") { Array(try Samples.read(path: flac).prefix(42)) },
        ]

    private static let flac = Sample.mp3.path.replacing(Sample.mp3.file, with: "flac-8000-mono.flac")

    /// A picture as FLAC files state it (RFC 9639 §8.8), without its type.
    private static let pictureBody: [UInt8] = {
        func text(_ text: String) -> [UInt8] { Mp4Maker.big(UInt32(text.utf8.count)) + Array(text.utf8) }
        return text("image/png") + text("Blatt") + [3, 2, 24, 0].flatMap { Mp4Maker.big(UInt32($0)) } + text("png")
    }()

    // MARK: Lists

    private static let playlists = [
        InspectedInput(
            "hls-media",
            """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:6
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-PLAYLIST-TYPE:EVENT
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-DISCONTINUITY-SEQUENCE:2
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-DEFINE:NAME="v",VALUE="w"
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=18,PART-HOLD-BACK=2,CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES
            #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000102030405060708090A0B0C0D0E0F
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="l",KEYFORMAT="com.example",KEYFORMATVERSIONS="1/2"
            #EXT-X-MAP:URI="i.mp4",BYTERANGE="7@1"
            #EXT-X-PROGRAM-DATE-TIME:2026-11-21T09:15:30.250+01:00
            #EXT-X-BITRATE:128
            #EXTINF:6.006,A\u{1B} - B
            a.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-GAP
            #EXTINF:nonsense,
            #EXT-X-BYTERANGE:10@5
            b.mp4
            #EXT-X-DATERANGE:ID="d",CLASS="song",START-DATE="2026-11-21T08:15:30Z",X-TITLE="T",X-N=1.5,X-B=0x0F
            #EXT-X-DATERANGE:ID="e",CUE="PRE,ONCE",DURATION=3,END-ON-NEXT=YES,SCTE35-OUT=0xFC00
            #EXT-X-PART:DURATION=0.5,URI="p",INDEPENDENT=YES,BYTERANGE="3@0"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q",BYTERANGE-START=5,BYTERANGE-LENGTH=6
            #EXT-X-RENDITION-REPORT:URI="r",LAST-MSN=8,LAST-PART=1
            #EXT-X-RENDITION-REPORT:URI="s"
            """),
        InspectedInput(
            "hls-multivariant",
            """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-START:TIME-OFFSET=3
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",LANGUAGE="de",DEFAULT=YES,CHANNELS="2",URI="r.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="m",CHARACTERISTICS="a,b",AUTOSELECT=YES
            #EXT-X-SESSION-DATA:DATA-ID="x",VALUE="y"
            #EXT-X-SESSION-DATA:DATA-ID="z",URI="z.json",LANGUAGE="en"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="A"
            #EXT-X-DEFINE:NAME="v",VALUE="w"
            #EXT-X-STREAM-INF:BANDWIDTH=64000,AVERAGE-BANDWIDTH=60000,CODECS="mp4a.40.5",AUDIO="g",RESOLUTION=1x2,FRAME-RATE=25,NAME="low"
            {$v}.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=128000,SCORE=1.5,VIDEO-RANGE=SDR
            h.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI="i.m3u8"
            """),
        InspectedInput("hls-refused", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,T\n{$a}.ts\n"),
        InspectedInput(
            "hls-ended",
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-ALLOW-CACHE:NO\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-I-FRAMES-ONLY\n"
                + (0..<25).map { "#EXTINF:6,T\n\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"),
        InspectedInput(
            "hls-delta",
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:6\n"
                + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"a\tb\"\n#EXTINF:6,T\na.ts\n"),
    ]

    private static let stations = [
        Station(
            name: "Nord", urls: ["http://h.example/n"], homepage: "http://h.example/", codec: "MP3", country: "DE",
            tags: ["jazz"]),
        Station(name: "Süd\u{1B}[2J", urls: ["http://user:secret@h.example/s"]),
    ]

    private static let lists =
        ListFormatName.allCases.map { name in
            InspectedInput("list-\(name.rawValue)") { StationListWriter.write(stations, as: name.format).0 }
        } + [
            InspectedInput("list-broken", #"{"station":[{"name":"x",}]}"#),
            InspectedInput("list-faulty", #"{"station":[{"name":"x"},{"name":"y","streamURL":"http://h/"}]}"#),
            InspectedInput(
                "list-long", "#EXTM3U\n" + (0..<25).map { "#EXTINF:\($0),S\($0)\nhttp://h/\($0)\n" }.joined()),
            InspectedInput("list-bare", "b.example/x\n") { $0.kind = .m3u },
        ]

    // MARK: Captures

    private static func interleaved(_ sound: [UInt8], every metaint: Int, _ texts: [[UInt8]]) -> [UInt8] {
        var texts = texts[...]
        return stride(from: 0, to: sound.count - metaint, by: metaint).flatMap { start in
            let text = texts.popFirst() ?? []
            let units = (text.count + 15) / 16
            let block = [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
            return Array(sound[start..<start + metaint]) + block
        }
    }

    private static func titles(_ texts: [String]) -> [[UInt8]] { texts.map { Array("StreamTitle='\($0)';".utf8) } }

    private static let captures = [
        InspectedInput("capture-icy") {
            Array("ICY 200 OK\r\nicy-name: Test \u{1B}[31m\r\nicy-br: 320\r\nicy-metaint: 1000\r\n\r\n".utf8)
                + interleaved(
                    try Sample.mp3.read(), every: 1000,
                    titles(["One - A", "One - A", "", "Test", "Advert", "http://user:secret@h/"])
                        + titles((0..<30).map { "Artist - \($0)" }) + [Array("nothing".utf8)])
        },
        InspectedInput("capture-charset") {
            let words = ["смиС", "Песня"]
            let cyrillic: [[UInt8]] = [
                [0xD0, 0xF3, 0xF1, 0xE8, 0xF7, 0xE8, 0x20, 0x2D, 0x20, 0xD1, 0xF3, 0xE4, 0xE0, 0xF0, 0xF3],
                [0xC0, 0xF0, 0xF2, 0xE8, 0xF1, 0xF2, 0x20, 0x2D, 0x20, 0xCF, 0xE5, 0xF1, 0xED, 0xFF],
            ]
            let blocks = cyrillic.map { Array("StreamTitle='".utf8) + $0 + Array("';".utf8) }
            return Array("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 4000\r\n\r\n".utf8)
                + interleaved(try Sample.mp3.read(), every: 4000, blocks + titles(words))
        },
        InspectedInput(
            "capture-404",
            "HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<html>No</html>"
        ),
        InspectedInput(
            "capture-busy", "HTTP/1.1 503 Busy\r\nRetry-After: 12\r\n\r\n"),
        InspectedInput(
            "capture-portal", "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n<!DOCTYPE html><html></html>"),
        InspectedInput("capture-proxy") {
            Array("HTTP/1.1 200 OK\r\nServer: proxy\r\n\r\nICY 200 OK\r\nicy-metaint: 997\r\n\r\n".utf8)
                + interleaved(try Sample.mp3.read(), every: 997, titles(["One"]))
        },
        InspectedInput("capture-unannounced") {
            Array("HTTP/1.0 200 OK\r\nicy-name: x\r\n\r\n".utf8)
                + interleaved(try Sample.mp3.read(), every: 8192, titles(["One"]))
        },
        InspectedInput(
            "capture-chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwords\r\n0\r\n\r\n"),
        InspectedInput("capture-head", "HTTP/1.1 200 OK\r\nA"),
        InspectedInput("capture-metaint", "ICY 200 OK\r\nicy-metaint: abc\r\n\r\nwords words"),
        InspectedInput("capture-list", "HTTP/1.1 200 OK\r\n\r\n[playlist]\nFile1=http://a.example/\nTitle1=A\n"),
    ]

    private static let others = [
        InspectedInput("block", "StreamTitle='Yazoo - Don't Go';StreamUrl='http://user:secret@h/';\0\0") {
            $0.kind = .icy
        },
        InspectedInput("block-charset", "StreamTitle='a';") { ($0.kind, $0.charset) = (.icy, "windows-1251") },
        InspectedInput("metaint", "abcdefgh\u{1}StreamTitle='x';abcdefgh") { ($0.kind, $0.metaint) = (.html, 8) },
        InspectedInput("wav") { QuietSound().wave(seconds: 0.1) },
        InspectedInput("aiff") {
            WaveMaker.aiff.file(WaveMaker.aiff.comm(frames: 2), WaveMaker.aiff.ssnd([0, 1, 2, 3, 4, 5, 6, 7]))
        },
        InspectedInput("caf", "caff\0\u{1}\0\0desc"),
        InspectedInput("html", "<html><body>Hello</body></html>"),
        InspectedInput("words", "just words, no sound"), InspectedInput("empty", ""),
    ]
}
