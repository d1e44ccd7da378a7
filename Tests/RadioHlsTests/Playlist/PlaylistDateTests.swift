import RadioFormats
import RadioHls
import Testing

/// The forms of dates in EXT-X-PROGRAM-DATE-TIME that servers use (RFC 8216 §4.3.2.6, ISO 8601).
@Suite struct PlaylistDateTests {
    private func read(_ text: String) throws -> MediaSegment? {
        try ReadPlaylist.media("#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:\(text)\n#EXTINF:6,\na.ts\n")
            .segments.first
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            // The example of RFC 8216.
            ("2010-02-19T14:54:23.031+08:00", 1_266_562_463.031),
            ("2016-06-22T09:20:16.166-04:00", 1_466_601_616.166),
            ("2026-11-21T08:15:30Z", 1_795_248_930),
            ("2026-11-21T08:15:30z", 1_795_248_930),
            ("2026-11-21t08:15:30Z", 1_795_248_930),
            ("2026-11-21 08:15:30Z", 1_795_248_930),
            ("2026-11-21T09:15:30+01:00", 1_795_248_930),
            // ffmpeg writes the time zone without a colon.
            ("2026-11-21T09:15:30.000+0100", 1_795_248_930),
            ("2026-11-21T09:15:30+01", 1_795_248_930),
            ("2026-11-21T02:45:30-0530", 1_795_248_930),
            ("2026-11-21T08:15:30,250Z", 1_795_248_930.25),
            ("2026-11-21T08:15:30.123456789Z", 1_795_248_930.123456789),
            ("2026-11-21T08:15:30.1234567891234Z", 1_795_248_930.123456789),
            ("2026-11-21T08:15Z", 1_795_248_900),
            ("2024-02-29T23:59:60Z", 1_709_251_200),
            ("2024-02-29T24:00:00Z", 1_709_251_200),
            ("2000-03-01T00:00:00Z", 951_868_800),
            ("1969-12-31T23:59:59Z", -1),
        ])
    func `dates`(text: String, seconds: Double) throws {
        let time = try #require(try read(text)?.programDateTime)
        #expect(abs(time.seconds - seconds) < 1e-6)
    }

    @Test func `without a zone it is UTC, and said`() throws {
        let playlist = try ReadPlaylist.media(
            "#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T08:15:30\n#EXTINF:6,\na.ts\n")
        #expect(playlist.segments.first?.programDateTime == MediaTime(value: 1_795_248_930, timescale: 1))
        #expect(playlist.warnings.map(\.line) == [3])
    }

    @Test(
        arguments: [
            "", "now", "2026", "2026-11-21", "2026-13-21T08:15:30Z", "2026-02-29T08:15:30Z", "2026-11-31T00:00:00Z",
            "2026-11-21T25:00:00Z", "2026-11-21T24:00:01Z", "2026-11-21T08:60:00Z", "2026-11-21T08:15:61Z",
            "2026-11-21T08:15:30.Z", "2026-11-21T08:15:30+1", "2026-11-21T08:15:30Zx", "0000-01-01T00:00:00Z",
            "9999-01-01T00:00:00Z", "99999999-01-01T00:00:00Z", "2026-11-21T08:15:30+99:00", "２０２６-11-21T08:15:30Z",
        ])
    func `no dates`(text: String) throws {
        let playlist = try ReadPlaylist.media(
            "#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:\(text)\n#EXTINF:6,\na.ts\n")
        #expect(playlist.segments.first?.programDateTime == nil)
        #expect(playlist.warnings.map(\.line) == [3])
    }
}
