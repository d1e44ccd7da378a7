import RadioHls
import Testing

/// Delta updates: playlists in which the tag EXT-X-SKIP replaces old segments (rfc8216bis §4.4.5.2, §6.2.5.1).
@Suite struct DeltaUpdateTests {
    private static let before = """
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:100
        #EXT-X-DISCONTINUITY-SEQUENCE:7
        #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z
        #EXT-X-BITRATE:64
        #EXT-X-KEY:METHOD=AES-128,URI="k1"
        #EXT-X-MAP:URI="i1"
        #EXTINF:6,\na100
        #EXTINF:6,\na101
        #EXT-X-DISCONTINUITY
        #EXT-X-PROGRAM-DATE-TIME:1970-01-01T01:00:00Z
        #EXT-X-KEY:METHOD=AES-128,URI="k2"
        #EXTINF:6,\na102
        #EXTINF:6,\na103
        #EXTINF:6,\na104
        #EXT-X-DATERANGE:ID="old",START-DATE="1970-01-01T00:00:00Z"
        #EXT-X-DATERANGE:ID="kept",START-DATE="1970-01-01T00:00:00Z",X-TITLE="A"
        """

    private func merged(_ delta: String, before: String = before) throws -> MediaPlaylist {
        try ReadPlaylist.media(before).merging(delta: try ReadPlaylist.media("#EXT-X-TARGETDURATION:6\n" + delta))
    }

    @Test func `skipped segments come from the playlist before, and what holds for them goes on`() throws {
        let playlist = try merged(
            """
            #EXT-X-MEDIA-SEQUENCE:101
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3
            #EXTINF:6,\na104
            #EXT-X-DISCONTINUITY
            #EXTINF:6,\na105
            #EXT-X-KEY:METHOD=AES-128,URI="k3"
            #EXT-X-MAP:URI="i3"
            #EXT-X-BITRATE:96
            #EXTINF:6,\na106
            #EXT-X-PART:DURATION=1,URI="p"
            """)
        #expect(!playlist.isDelta)
        #expect(playlist.mediaSequence == 101)
        #expect(playlist.segments.map(\.uri) == ["a101", "a102", "a103", "a104", "a105", "a106"])
        #expect(playlist.segments.map(\.sequence) == [101, 102, 103, 104, 105, 106])
        #expect(playlist.segments.map(\.discontinuity) == [7, 8, 8, 8, 9, 9])
        #expect(playlist.segments.map { $0.key?.uri } == ["k1", "k2", "k2", "k2", "k2", "k3"])
        #expect(playlist.segments.map { $0.map?.uri } == ["i1", "i1", "i1", "i1", "i1", "i3"])
        #expect(playlist.segments.map { $0.map?.key?.uri } == ["k1", "k1", "k1", "k1", "k1", "k3"])
        #expect(playlist.segments.map(\.bitRate) == [64, 64, 64, 64, 64, 96])
        #expect(playlist.segments.map { $0.wallClock?.seconds } == [6, 3600, 3606, 3612, nil, nil])
        #expect(playlist.openSegment?.sequence == 107)
        #expect(playlist.openSegment?.discontinuity == 9)
        #expect(playlist.openSegment?.key?.uri == "k3")
    }

    @Test func `the first tags after the skipped ones take their place`() throws {
        let playlist = try merged(
            """
            #EXT-X-MEDIA-SEQUENCE:100
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXT-X-SKIP:SKIPPED-SEGMENTS=4
            #EXT-X-MAP:URI="i4"
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,\na104
            """)
        #expect(playlist.segments.last?.key == nil)
        #expect(playlist.segments.last?.map?.uri == "i4")
        // The initialization section comes before the key tag that ends the encryption, so it is still encrypted.
        #expect(playlist.segments.last?.map?.key?.uri == "k2")
        #expect(playlist.segments.last?.discontinuity == 8)
    }

    @Test func `an open segment inherits too`() throws {
        let playlist = try merged(
            "#EXT-X-MEDIA-SEQUENCE:100\n#EXT-X-DISCONTINUITY-SEQUENCE:7\n#EXT-X-SKIP:SKIPPED-SEGMENTS=5\n"
                + "#EXT-X-PART:DURATION=1,URI=\"p\"\n")
        #expect(playlist.segments.count == 5)
        #expect(playlist.openSegment?.key?.uri == "k2")
        #expect(playlist.openSegment?.map?.uri == "i1")
        #expect(playlist.openSegment?.discontinuity == 8)
        #expect(playlist.openSegment?.wallClock?.seconds == 3618)
    }

    @Test func `byte ranges go on behind those skipped`() throws {
        let before = """
            #EXT-X-TARGETDURATION:6
            #EXTINF:6,\n#EXT-X-BYTERANGE:100@50\na
            #EXTINF:6,\n#EXT-X-BYTERANGE:100\na
            """
        let playlist = try merged(
            """
            #EXT-X-SKIP:SKIPPED-SEGMENTS=2
            #EXTINF:6,\n#EXT-X-BYTERANGE:10\na
            #EXTINF:6,\n#EXT-X-BYTERANGE:20\na
            #EXTINF:6,\n#EXT-X-BYTERANGE:30@0\na
            #EXTINF:6,\n#EXT-X-BYTERANGE:40\na
            """, before: before)
        #expect(playlist.segments.map { $0.byteRange?.offset } == [50, 150, 250, 260, 0, 30])
    }

    @Test func `date ranges that were not sent stay, except those removed`() throws {
        let head = "#EXT-X-MEDIA-SEQUENCE:101\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"
        let tail = """

            #EXTINF:6,\na104
            #EXT-X-DATERANGE:ID="new",START-DATE="1970-01-01T00:00:00Z"
            #EXT-X-DATERANGE:ID="kept",X-ARTIST="B"
            """
        let removing = try merged(head + ",RECENTLY-REMOVED-DATERANGES=\"old\tolder\"" + tail)
        #expect(removing.dateRanges.map(\.id) == ["kept", "new"])
        #expect(removing.dateRanges.first?.text("X-TITLE") == "A")
        #expect(removing.dateRanges.first?.text("X-ARTIST") == "B")
        #expect(removing.removedDateRanges == nil)
        // Without the attribute RECENTLY-REMOVED-DATERANGES, the update lists all date ranges, and none is taken from
        // the old playlist.
        #expect(try merged(head + tail).dateRanges.map(\.id) == ["new", "kept"])
        #expect(
            try merged(head + ",RECENTLY-REMOVED-DATERANGES=\"\"" + tail).dateRanges.map(\.id) == [
                "old", "kept", "new",
            ])
    }

    @Test(
        arguments: [
            ("a segment before those known", "#EXT-X-MEDIA-SEQUENCE:99\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"),
            ("a segment after those known", "#EXT-X-MEDIA-SEQUENCE:103\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"),
            ("all of another time", "#EXT-X-MEDIA-SEQUENCE:900\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"),
        ])
    func `what does not join is an error`(name: String, delta: String) throws {
        let before = try ReadPlaylist.media(Self.before)
        let delta = try ReadPlaylist.media("#EXT-X-TARGETDURATION:6\n\(delta)\n#EXTINF:6,\nx\n")
        #expect(throws: HlsPlaylistError.self) { try before.merging(delta: delta) }
        #expect(throws: HlsPlaylistError.self) { try delta.merging(delta: delta) }
        #expect(throws: HlsPlaylistError.self) { try MediaPlaylist().merging(delta: delta) }
        do throws(HlsPlaylistError) { _ = try before.merging(delta: delta) } catch {
            #expect(error.reason == .cannotMerge)
        }
    }

    @Test func `a whole playlist stays as it is`() throws {
        let whole = try ReadPlaylist.media(Self.before)
        #expect(try MediaPlaylist().merging(delta: whole) == whole)
    }

    @Test func `an update joined again and again stays equal to the whole playlist`() throws {
        /// Returns a playlist with the segments `first` to `last` of a stream with a discontinuity every seventh and a
        /// key every fifth segment.
        func playlist(_ first: Int, _ last: Int, skipping: Int = 0) throws -> MediaPlaylist {
            let removed = (0..<first).filter { $0 % 7 == 0 }.count
            var lines = "#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            lines += "#EXT-X-DISCONTINUITY-SEQUENCE:\(removed)\n"
            if skipping > 0 { lines += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipping)\n" }
            for number in first + skipping...last {
                if number % 7 == 0 { lines += "#EXT-X-DISCONTINUITY\n" }
                if number % 5 == 0 || (number == first) {
                    lines += "#EXT-X-KEY:METHOD=AES-128,URI=\"k\(number / 5)\"\n"
                }
                lines += "#EXTINF:6,\ns\(number)\n"
            }
            return try ReadPlaylist.media(lines)
        }
        var joined = try playlist(0, 20)
        for first in 1...60 {
            joined = try joined.merging(delta: try playlist(first, first + 20, skipping: 16))
            let whole = try playlist(first, first + 20)
            #expect(joined.segments == whole.segments)
        }
    }
}
