import CMalloc
import Testing

@testable import RadioHls

/// A playlist in memory has a maximum size. Each part of it counts towards its size (its footprint).
@Suite(.serialized) struct FootprintTests {
    static let rows: [(String, String, @Sendable (Int) -> String)] = [
        ("segments", "", { "#EXTINF:1,\n\($0)\n" }),
        ("long names", "", { "#EXTINF:1,Some artist - Some title no. \($0)\nhttp://station/path/segment-\($0).aac\n" }),
        (
            "keys", (0..<15).map { "#EXT-X-KEY:METHOD=X,URI=\"k\",KEYFORMAT=\"f\($0)\"\n" }.joined(),
            { "#EXT-X-KEY:METHOD=X,URI=\"\($0)\",KEYFORMAT=\"f\"\n#EXTINF:1,\n\($0)\n" }
        ),
        ("init sections", "", { "#EXT-X-MAP:URI=\"the-init-section-of-\($0).mp4\"\n#EXTINF:1,\n\($0)\n" }),
        (
            "date ranges", "",
            { n in "#EXT-X-DATERANGE:ID=\"\(n)\"" + (0..<40).map { ",X-\($0)=\"a value of \(n)\"" }.joined() + "\n" }
        ),
        ("parts", "", { "#EXT-X-PART:DURATION=1,URI=\"some-part-\($0).aac\"\n" }),
        (
            "characteristics", "",
            {
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"\($0)\",CHARACTERISTICS=\""
                    + String(repeating: "a,", count: 500) + "\"\n"
            }
        ),
        ("variants", "", { "#EXT-X-STREAM-INF:BANDWIDTH=1,NAME=\"a variant no. \($0)\"\nvariant-no-\($0).m3u8\n" }),
    ]

    /// The size that a playlist states is about what it takes. Each row takes at least half a megabyte, so other memory
    /// hardly matters.
    @Test(arguments: rows.indices) func `no more is taken than is counted`(row: Int) throws {
        let (_, head, line) = Self.rows[row]
        var text = "#EXTM3U\n" + head
        for number in 0..<900 { text += line(number) }
        let bytes = Array(text.utf8)
        // The allocator counts the memory of all threads, which other tests use, too. The smallest of nine measurements
        // is the most exact; the first one that fits is enough.
        var taken = Int.max
        var counted = 0
        for _ in 0..<9 where taken >= 2 * counted + 65_536 {
            let before = longwave_allocated_bytes()
            let playlist = try M3U8Reader.read(bytes)
            taken = min(taken, longwave_allocated_bytes() - before)
            switch playlist {
            case .media(let media): counted = media.footprint
            case .multivariant(let multivariant): counted = multivariant.footprint
            }
        }
        // Arrays and dictionaries may reserve memory for twice their elements.
        #expect(taken < 2 * counted + 65_536, "\(taken) bytes were taken, \(counted) counted")
    }

    @Test func `segments share what they have in common`() throws {
        let playlist = try ReadPlaylist.media(
            """
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXT-X-MAP:URI="i"
            #EXTINF:1,\na\n#EXTINF:1,\nb
            #EXT-X-BITRATE:64
            #EXTINF:1,\nc
            """)
        let contexts = playlist.segments.map(\.context)
        #expect(contexts[0] != nil && contexts[0] === contexts[1] && contexts[1] !== contexts[2])
        #expect(MemoryLayout<MediaSegment>.stride <= 136)
    }

    @Test func `more than there is room for is refused at its line`() {
        let keys = (0..<16).map { "#EXT-X-KEY:METHOD=X,URI=\"k\",KEYFORMAT=\"f\($0)\"\n" }.joined()
        var text = "#EXTM3U\n" + keys
        for number in 0..<40_000 { text += "#EXT-X-KEY:METHOD=X,URI=\"\(number)\",KEYFORMAT=\"f0\"\n\(number)\n" }
        let error = ReadPlaylist.error(text)
        #expect(error?.reason == .tooLarge)
        #expect((5000...40_000).contains(error?.line ?? 0), "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `updates cannot make date ranges grow beyond it`() throws {
        func ranges(_ load: Int) -> String {
            (0..<300).map { id in
                "#EXT-X-DATERANGE:ID=\"\(id)\""
                    + (0..<100).map { ",X-\(load)-\($0)=\"a value that needs room\"" }.joined() + "\n"
            }.joined()
        }
        var playlist = try ReadPlaylist.media("#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na\n#EXTINF:1,\nb\n" + ranges(0))
        var refusal: HlsPlaylistError?
        for load in 1..<20 where refusal == nil {
            let delta = try ReadPlaylist.media(
                "#EXT-X-TARGETDURATION:1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2,RECENTLY-REMOVED-DATERANGES=\"\"\n"
                    + ranges(load))
            do throws(HlsPlaylistError) {
                playlist = try playlist.merging(delta: delta)
            } catch { refusal = error }
            #expect(playlist.footprint <= M3U8Reader.maximumKept)
        }
        #expect(refusal?.reason == .cannotMerge)
    }

    @Test func `a line has a maximum, whole or cut, as written or with its variables`() throws {
        let fits = String(repeating: "x", count: M3U8Reader.maximumLine - 1)
        for line in ["\(fits)\n#EXTINF:1,\na\n", "\(fits)x\n#EXTINF:1,\na\n", "\(fits)x"] {
            try ReadPlaylist.verify(Array("#EXTM3U\n#\(line)".utf8), rounds: 2)
        }
        #expect(ReadPlaylist.error("#EXTM3U\n#\(fits)\n") == nil)
        #expect(ReadPlaylist.error("#EXTM3U\n#\(fits)x\n")?.line == 2)
        let half = String(repeating: "x", count: M3U8Reader.maximumLine / 2)
        let variable = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(half)\"\n#EXTINF:1,\n"
        #expect(ReadPlaylist.error(variable + "{$a}{$a}\n") == nil)
        #expect(ReadPlaylist.error(variable + "{$a}{$a}{$a}\n")?.line == 4)
    }

    @Test(arguments: ["5@9000000000000000000", "5@1099511627777", "9223372036854775807@1"])
    func `ranges beyond what can be are left out`(range: String) throws {
        let playlist = try ReadPlaylist.media(
            "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"\(range)\"\n#EXT-X-BYTERANGE:\(range)\n#EXTINF:1,\na\n"
                + "#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"\(range)\"\n")
        #expect(playlist.segments.first?.byteRange == nil && playlist.segments.first?.map?.byteRange == nil)
        #expect(playlist.trailingParts.first?.byteRange == nil)
        #expect(playlist.warnings.count >= 3)
    }
}
