import RadioFormats
import RadioHls

/// Simulates an HLS station for the fuzz target of the HLS machine. The fuzzer's input decides the playlists, which are
/// mostly, but not always, like those of a real station.
struct FuzzedStation {
    private var first: Int64
    private var count: Int
    private var target: Int
    private var hasParts: Bool
    private var parts = 0
    private var isEnded = false
    private var variants: Int

    init(what: Int) {
        first = Int64(what & 15)
        count = 1 + what >> 4 & 7
        target = 1 + what >> 7 & 7
        hasParts = what >> 10 & 1 == 1
        variants = what >> 11 & 3
    }

    /// Returns the station's next playlist, or nil if ``M3U8Reader`` cannot read it. Bytes of `source` decide its
    /// content.
    ///
    /// The first playlist is a multivariant one if the station has several variants.
    mutating func playlist(from source: inout ByteSource, imports: [String: String]) -> HlsPlaylist? {
        let text = variants > 0 ? multivariant(&source) : media(&source)
        variants = 0
        return try? M3U8Reader.read(text, imports: imports, query: "q=1")
    }

    private func multivariant(_ source: inout ByteSource) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"w\"\n"
        let what = source.byte()
        if what & 1 > 0 {
            text += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\",LANGUAGE=\"en\",DEFAULT=YES,URI=\"a.m3u8\"\n"
            text += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"b\",LANGUAGE=\"de\",URI=\"b.m3u8\"\n"
        }
        if what & 2 > 0 { text += "#EXT-X-START:TIME-OFFSET=-\(what >> 4),PRECISE=YES\n" }
        for number in 0...variants {
            let group = what & 1 > 0 && what & 4 << number > 0 ? ",AUDIO=\"g\"" : ""
            let codecs = ["mp4a.40.2", "mp4a.40.42", "avc1.1,mp4a.40.2", ""][source.byte() % 4]
            text += "#EXT-X-STREAM-INF:BANDWIDTH=\(64_000 << (source.byte() % 4)),CODECS=\"\(codecs)\"\(group)\n"
            text += "\(number).m3u8\n"
        }
        return Array(text.utf8)
    }

    /// Returns the text of the next media playlist. Its window of segments mostly moves forward. It can also stay
    /// unchanged, move back, or be empty. The playlist can also be a delta update, have an end, or be any text of the
    /// input.
    private mutating func media(_ source: inout ByteSource) -> [UInt8] {
        let what = source.byte()
        let flags = source.byte()
        switch what % 16 {
        case 0: break
        case 1: first = max(first - Int64(what >> 4), 0)
        case 2: first += Int64(what) << 4
        case 3: count = what >> 4
        case 4: target = 1 + what >> 4
        case 5: isEnded = true
        case 6: return source.text()
        case 7: return Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n0.m3u8\n".utf8)
        case 8: parts += 1
        case 9: return Array(text(flags, skipped: what >> 4, &source).utf8)
        case 10: return Array("#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n#EXT-X-MEDIA-SEQUENCE:\(first)\n".utf8)
        case _:
            first += 1
            parts = 0
        }
        return Array(text(flags, skipped: 0, &source).utf8)
    }

    private func text(_ flags: Int, skipped: Int, _ source: inout ByteSource) -> String {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        if hasParts {
            text += "#EXT-X-PART-INF:PART-TARGET=0.5\n"
            text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=\(6 * target)\n"
        }
        if skipped > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n" }
        if flags & 1 > 0 { text += "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T08:15:\(10 + first % 50)Z\n" }
        if flags & 2 > 0 { text += "#EXT-X-KEY:METHOD=\(flags & 4 > 0 ? "AES-128" : "SAMPLE-AES"),URI=\"k\(flags)\"\n" }
        if flags & 8 > 0 { text += "#EXT-X-MAP:URI=\"i\(flags)\"\n" }
        if flags & 32 > 0 {
            text += "#EXT-X-DATERANGE:ID=\"d\(first)\",START-DATE=\"2026-11-21T08:15:20Z\",X-TITLE=\"T\"\n"
        }
        for number in 0..<Int64(count) {
            if flags & 16 > 0 { text += segmentTags(source.byte()) }
            // A segment's duration is one second, the target duration, zero, or far more than the target duration.
            let duration = flags & 64 > 0 ? [1, target, 0, 100_000][source.byte() % 4] : target
            text += "#EXTINF:\(duration),t\(first + number)\n\(flags & 128 > 0 ? "x" : "")\(first + number).ts\n"
        }
        if hasParts {
            for part in 0..<parts { text += "#EXT-X-PART:DURATION=0.5,URI=\"\(first).\(part)\",INDEPENDENT=YES\n" }
            text += "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(first).\(parts)\"\n"
        }
        return isEnded ? text + "#EXT-X-ENDLIST\n" : text
    }

    private func segmentTags(_ what: Int) -> String {
        var text = what & 1 > 0 ? "#EXT-X-DISCONTINUITY\n" : ""
        if what & 2 > 0 { text += "#EXT-X-GAP\n" }
        if what & 4 > 0 { text += "#EXT-X-BYTERANGE:\(what)@\(what << 4)\n" }
        for part in 0..<(hasParts ? what >> 5 : 0) {
            text += "#EXT-X-PART:DURATION=0.5,URI=\"p\(part)\"\(what & 8 > 0 ? ",GAP=YES" : "")\n"
        }
        return text
    }
}
