import RadioHls
import Testing

/// When an `HlsMachine` reloads live playlists whose segments do not last as long as the target duration says.
struct HlsMachineReloadTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var segment: Double
        var target: Int
        var count: Int
        /// How much later than the first load the server adds the next segment, as a share of a segment.
        var phase = 0.0
        /// The largest expected number of playlist requests in a segment's duration.
        var most = 1.7
        var testDescription: String { "\(count) × \(segment) s, target \(target), phase \(phase)" }

        var live: Playlists.Live {
            var live = Playlists.Live()
            (live.segment, live.target, live.count) = (segment, target, count)
            live.title = { "Song \($0)" }
            return live
        }

        func text(at seconds: Double) -> String { live.text(at: seconds + (1 - phase) * segment) }
    }

    private static let rows = [
        // Short segments under a long target duration.
        Row(segment: 1.28, target: 10, count: 3), Row(segment: 1.28, target: 10, count: 12),
        Row(segment: 2, target: 30, count: 4),
        // One long segment.
        Row(segment: 10, target: 11, count: 1, phase: 0.02, most: 4),
        Row(segment: 10, target: 11, count: 1, phase: 0.3, most: 4),
        Row(segment: 10, target: 11, count: 1, phase: 0.99, most: 4),
        Row(segment: 4, target: 4, count: 1, phase: 0.5, most: 5),
        Row(segment: 3, target: 20, count: 2, phase: 0.7, most: 3),
        // The target duration is too short. The specification does not allow that.
        Row(segment: 10, target: 2, count: 3, phase: 0.5, most: 4),
        Row(segment: 10, target: 5, count: 2, phase: 0.5, most: 4),
    ]

    @Test(arguments: rows) func aListIsReloadedAsItsSegmentsLast(_ row: Row) throws {
        let rig = MachineRig { fetch, now in
            if case .playlist = fetch.purpose { .playlist(row.text(at: now.seconds)) } else { .media(bytes: 48_000) }
        }
        try rig.open(row.text(at: 0))
        rig.run(for: .seconds(300))
        #expect(rig.ended == nil)
        // If the first new segment comes just before the sound ends, it is found a moment too late, but no other is.
        #expect(rig.stalls.count <= (row.phase == 0.99 ? 1 : 0), "\(rig.stalls)")
        #expect(rig.now - rig.heard < .seconds(0.6))
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]..<(numbers[0] + Int64(numbers.count))))
        #expect(numbers.count >= Int(300 / row.segment) - 1)
        #expect(Double(rig.playlistTimes.count) < 300 / row.segment * row.most, "\(rig.playlistTimes)")
    }

    /// A client that reads only the titles in the playlists misses none.
    @Test(arguments: rows) func noTitleIsMissed(_ row: Row) throws {
        var settings = HlsSettings()
        settings.isPlaylistOnly = true
        let rig = MachineRig(settings) { _, now in .playlist(row.text(at: now.seconds)) }
        try rig.open(row.text(at: 0))
        rig.run(for: .seconds(300))
        let titles = rig.skipped.flatMap { $0.segment.notes.map { String(decoding: $0.metadata.raw, as: UTF8.self) } }
        let first = try #require(titles.first.flatMap { Int($0.dropFirst(5)) })
        #expect(titles == titles.indices.map { "Song \(first + $0)" })
        #expect(titles.count >= Int(300 / row.segment) - 1)
        #expect(Double(rig.playlistTimes.count) < 300 / row.segment * row.most, "\(rig.playlistTimes)")
    }

    /// The server adds each segment up to a second late. The pauses are no longer than the server's delay requires.
    @Test func aLateSegmentIsAskedForAgainSoon() throws {
        var live = Row(segment: 10, target: 11, count: 1).live
        live.count = 1
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            let number = (now.seconds / 10).rounded(.down)
            let delay = number.truncatingRemainder(dividingBy: 3) / 2
            return .playlist(live.text(at: now.seconds - number * 10 < delay ? (number - 1) * 10 + 5 : now.seconds))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(300))
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]..<(numbers[0] + Int64(numbers.count))))
        // All in all, the sound pauses for as long as the first late segment was late, and a little longer.
        #expect(rig.now - rig.heard < .seconds(2.5), "\(rig.now - rig.heard)")
    }

    /// The server adds eight segments at once, every 10.24 s. The list is not asked for in vain all the time.
    @Test func segmentsThatComeTogetherAreNotAskedForOneByOne() throws {
        let live = Row(segment: 1.28, target: 11, count: 24).live
        func text(_ now: Duration) -> String { live.text(at: (now.seconds / 10.24).rounded(.down) * 10.24 + 0.01) }
        let rig = MachineRig { fetch, now in
            if case .playlist = fetch.purpose { .playlist(text(now)) } else { .media(bytes: 16_000) }
        }
        try rig.open(text(.zero))
        rig.run(for: .seconds(307))
        #expect(rig.stalls.isEmpty && rig.ended == nil)
        #expect(rig.playlistTimes.count <= 5 * 31, "\(rig.playlistTimes)")
    }

    /// The playlist's last segment is the short end of an advertisement. The reloads do not become more frequent.
    @Test func oneShortSegmentIsNoReasonToHurry() throws {
        func text(_ now: Duration) -> String {
            Playlists.Live().text(at: now.seconds)
                .replacing("#EXTINF:6.0,\nseg12.ts", with: "#EXTINF:0.2,\nseg12.ts")
        }
        let rig = MachineRig { fetch, now in
            if case .playlist = fetch.purpose { .playlist(text(now)) } else { .media(bytes: 48_000) }
        }
        try rig.open(text(.zero))
        rig.run(for: .seconds(30))
        for (one, next) in zip(rig.playlistTimes, rig.playlistTimes.dropFirst()) {
            #expect(next - one >= .seconds(2.99), "\(rig.playlistTimes)")
        }
    }

    /// A list of one segment does not change any more. The requests become rare, and the stream ends.
    @Test func aListThatStopsIsNotAskedForAllTheTime() throws {
        let text = Row(segment: 10, target: 11, count: 1).text(at: 0)
        let rig = MachineRig { fetch, _ in
            if case .playlist = fetch.purpose { .playlist(text) } else { .media(bytes: 48_000) }
        }
        try rig.open(text)
        rig.run(for: .seconds(60))
        guard case .some(.some(.stale)) = rig.ended else { return #expect(Bool(false), "it goes on") }
        #expect(abs(rig.now.seconds - 38.5) < 0.1)
        #expect(rig.playlistTimes.count <= 16, "\(rig.playlistTimes)")
    }

    /// Durations that cannot be true neither stop the reloads nor cause more than two in a second.
    @Test(arguments: ["0", "0.001", "20000", "99999"]) func durationsThatAreNotTrue(_ duration: String) throws {
        func text(_ now: Duration) -> String {
            Playlists.Live().text(at: now.seconds).replacing("#EXTINF:6.0", with: "#EXTINF:\(duration)")
        }
        var settings = HlsSettings()
        settings.isPlaylistOnly = true
        for rig in [
            MachineRig(settings) { _, now in .playlist(text(now)) },
            MachineRig { fetch, now in
                if case .playlist = fetch.purpose { .playlist(text(now)) } else { .silence }
            },
        ] {
            try rig.open(text(.zero))
            rig.run(for: .seconds(90))
            #expect(rig.ended == nil || rig.now > .seconds(15))
            #expect((2...Int(rig.now.seconds * 2 + 2)).contains(rig.playlistTimes.count), "\(rig.playlistTimes)")
        }
    }
}
