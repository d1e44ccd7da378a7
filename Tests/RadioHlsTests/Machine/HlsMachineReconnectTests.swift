import RadioFormats
import RadioHls
import Testing

/// After a reconnection to a live station, a new `HlsMachine` continues the positions of the previous one.
struct HlsMachineReconnectTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// When the second connection is made, in seconds on the station's clock. The first connection was made at 24
        /// s.
        var at = 60.0
        /// The number that is added to the sequence numbers of the second playlist. Its segments are the same
        /// otherwise.
        var renumbered: Int64 = 0
        var isDated = false
        var url = "http://station/index.m3u8"
        /// The expected position of the second playlist's first segment, in seconds from the start of segment 4. Nil if
        /// the second playlist must follow the end of the first.
        var start: Double?
        var testDescription: String { name }
    }

    private static let day = 1_780_000_000

    /// Returns the station's playlist at a time: six segments of 6 s each. At 0 s, the newest segment has the number 9.
    private static func text(at seconds: Double, isDated: Bool, renumbered: Int64 = 0) -> String {
        var live = Playlists.Live()
        if isDated {
            live.between = { number in
                "#EXT-X-PROGRAM-DATE-TIME:\(date(day + 6 * Int(number)))\n"
            }
        }
        let first = live.newest(at: seconds) - 5
        return live.text(at: seconds)
            .replacing("MEDIA-SEQUENCE:\(first)\n", with: "MEDIA-SEQUENCE:\(first + renumbered)\n")
    }

    /// Returns the date at `time` seconds after the start of the station's clock. `day` is 2026-05-28T20:26:40Z, and no
    /// test reaches midnight.
    private static func date(_ time: Int) -> String {
        let seconds = 20 * 3600 + 26 * 60 + 40 + time - day
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-05-28T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }

    @Test(arguments: [
        // At 60 s, the playlist contains the segments 14 to 19.
        Row(name: "by number", start: 60),
        Row(name: "by number, with a token", url: "http://station/index.m3u8?token=2", start: 60),
        Row(name: "by date", isDated: true, start: 60),
        Row(name: "by date, numbered anew", renumbered: -14, isDated: true, start: 60),
        Row(name: "by date, from another host", isDated: true, url: "http://other/live.m3u8", start: 60),
        // The second playlist contains the segments 36 to 41. The machine calculates the missed time from their numbers
        // or dates.
        Row(name: "after a long absence, by number", at: 192, start: 192),
        Row(name: "after a long absence, by date", at: 192, isDated: true, start: 192),
        // A cache returns a playlist that is one segment older, with the segments 7 to 12.
        Row(name: "an older playlist", at: 18, start: 18),
        // Neither numbers nor dates show how the second playlist relates to the first, so it follows the end of the
        // first.
        Row(name: "numbered anew", renumbered: -14),
        Row(name: "from another host", url: "http://other/live.m3u8"),
        Row(name: "dated a year back", at: -31_536_000 * 2, isDated: true),
    ])
    func positionsGoOn(_ row: Row) throws {
        var first = HlsMachine()
        func open(_ machine: inout HlsMachine, _ text: String, _ url: String) throws {
            let playlist = try M3U8Reader.read(Array(text.utf8))
            _ = machine.handle(.opened(playlist, url: url), held: .zero, at: .zero)
        }
        try open(&first, Self.text(at: 24, isDated: row.isDated), "http://station/index.m3u8")
        let before = first.presentation
        // The first playlist contains the segments 8 to 13. Position 0 is the start of segment 8.
        #expect(before.start == .zero && before.end.seconds == 36)
        var settings = HlsSettings()
        settings.before = before
        var second = HlsMachine(settings)
        let text =
            row.at < 0
            ? Self.text(at: 60, isDated: true).replacing("2026-", with: "2025-")
            : Self.text(at: row.at, isDated: row.isDated, renumbered: row.renumbered)
        try open(&second, text, row.url)
        let after = second.presentation
        // `row.start` counts from segment 4, and positions count from segment 8, which begins 24 s later.
        #expect(after.start.seconds == row.start.map { $0 - 24 } ?? before.end.seconds)
        #expect(after.duration.seconds == 36)
        #expect(after.edge >= after.start && after.edge <= after.end)
    }

    /// After a reconnection, the machine does not request sound again that was received before. It does not fetch sound
    /// that was missed either.
    @Test(
        arguments: [
            // Until the reconnection, sound had been received up to the middle of segment 12, up to the end of segment
            // 12, up to the end of the playlist, and up to 0.05 s before the end of segment 12.
            (24, 27, "seg12.ts", 3), (24, 30, "seg13.ts", nil), (24, 36.02, "", nil), (24, 29.95, "seg13.ts", nil),
            // In the first row, the live edge is past the received sound. In the second, no sound was received.
            (60, 36, "seg17.ts", nil), (24, 0, "seg11.ts", nil),
        ] as [(Double, Double, String, Double?)])
    func whatWasReceivedIsNotFetchedAgain(_ at: Double, _ received: Double, _ uri: String, _ skip: Double?) throws {
        var first = HlsMachine()
        let url = "http://station/index.m3u8"
        let playlist = try M3U8Reader.read(Array(Self.text(at: 24, isDated: false).utf8))
        _ = first.handle(.opened(playlist, url: url), held: .zero, at: .zero)
        var settings = HlsSettings()
        settings.before = first.presentation
        settings.received = MediaTime(seconds: received)
        var second = HlsMachine(settings)
        let again = try M3U8Reader.read(Array(Self.text(at: at, isDated: false).utf8))
        let actions = second.handle(.opened(again, url: url), held: .zero, at: .zero)
        let fetches = actions.compactMap { if case .fetch(_, let fetch) = $0 { fetch } else { nil } }
        #expect(fetches.map(\.uri).joined() == uri)
        guard case .media(let plan)? = fetches.first?.purpose else { return }
        #expect(plan.skip?.seconds == skip)
    }

    /// A stream with an end is opened several times. Its positions always count from its own start.
    @Test func aProgrammeBeginsWhereItBegan() throws {
        let playlist = try M3U8Reader.read(Array(Playlists.onDemand(10).utf8))
        var first = HlsMachine()
        _ = first.handle(.opened(playlist, url: "http://station/a.m3u8"), held: .zero, at: .zero)
        var settings = HlsSettings()
        settings.before = first.presentation
        settings.startTime = MediaTime(value: 30, timescale: 1)
        var second = HlsMachine(settings)
        let actions = second.handle(
            .opened(playlist, url: "http://station/b.m3u8"), held: .zero, at: .zero)
        #expect(second.presentation.start == .zero && second.presentation.end.seconds == 60)
        let uris = actions.compactMap { if case .fetch(_, let fetch) = $0 { fetch.uri } else { nil } }
        #expect(uris == ["seg5.ts"])
    }

    /// The playlist is the same as before the reconnection. The machine reloads it as early as after a reload that
    /// brought nothing new (RFC 8216 §6.3.4), and earlier if no sound is left to hear.
    @Test(arguments: [(24.0, 9.0, 3.0), (24, 0, 0.5), (30, 9, 6)]) func aPlaylistThatStayedTheSameIsLookedAtSooner(
        _ second: Double, _ held: Double, _ reload: Double
    ) throws {
        let before = try #require(
            {
                var first = HlsMachine()
                let playlist = try M3U8Reader.read(Array(Self.text(at: 24, isDated: true).utf8))
                _ = first.handle(
                    .opened(playlist, url: "http://station/index.m3u8"), held: .zero, at: .zero)
                return first.presentation
            }())
        var settings = HlsSettings()
        settings.before = before
        settings.received = before.end
        let rig = MachineRig(settings) { fetch, _ in
            if case .playlist = fetch.purpose { return .playlist(Self.text(at: second, isDated: true)) }
            return .media(bytes: 48_000)
        }
        rig.held = .seconds(held)
        rig.isListening = false
        try rig.open(Self.text(at: second, isDated: true))
        rig.run(for: .seconds(7))
        #expect(rig.playlistTimes.first == .seconds(reload), "\(rig.requests)")
        #expect(rig.mediaUris.isEmpty == (second == 24))
    }
}
