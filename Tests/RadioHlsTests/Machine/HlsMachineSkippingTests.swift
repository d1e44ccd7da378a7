import RadioHls
import Testing

/// An `HlsMachine` that only loads playlists, for a client that wants titles but no sound.
struct HlsMachineSkippingTests {
    private func settings() -> HlsSettings {
        var settings = HlsSettings()
        settings.isPlaylistOnly = true
        return settings
    }

    /// Returns a live station with a new song in every third segment. Every fourth song has an empty title.
    private static func live(_ segment: Double = 4) -> Playlists.Live {
        var live = Playlists.Live()
        live.segment = segment
        live.title = { $0 / 3 % 4 == 3 ? "" : "Song \($0 / 3)" }
        return live
    }

    private func rig(_ live: Playlists.Live, _ settings: HlsSettings) throws -> MachineRig {
        let rig = MachineRig(settings) { fetch, now in
            switch fetch.purpose {
            case .playlist: .playlist(live.text(at: now.seconds))
            case .key, .initSection: .bytes([1])
            case .media: .media(bytes: 48_000)
            }
        }
        try rig.open(live.text(at: 0))
        return rig
    }

    private func titles(_ rig: MachineRig) -> [String] {
        rig.skipped.flatMap { $0.segment.notes.map { String(decoding: $0.metadata.raw, as: UTF8.self) } }
    }

    @Test func titlesComeAtTheirTimeAndNoSegmentIsAskedFor() throws {
        let rig = try rig(Self.live(), settings())
        rig.run(for: .seconds(300))
        #expect(rig.ended == nil && rig.mediaUris.isEmpty)
        // The machine reports each segment once, not earlier than a player would play it.
        #expect((72...79).contains(rig.skipped.count), "\(rig.skipped.count)")
        #expect(rig.maximumHeld <= .seconds(12.1))
        let told = titles(rig)
        #expect(
            told
                == told.indices.reduce(into: []) { list, _ in
                    var next = list.last.flatMap { Int($0.dropFirst(5)) }.map { $0 + 1 } ?? 2
                    if next % 4 == 3 { next += 1 }
                    list.append("Song \(next)")
                })
        #expect(told.count >= 18)
        #expect(
            rig.skipped.contains { !$0.segment.isNamed }
                && rig.skipped.allSatisfy { $0.segment.duration.seconds == 4 })
        // The machine reloads the playlist no more often than a player does.
        #expect(rig.playlistTimes.count < 100)
    }

    @Test func segmentsAreFetchedAgainWhenTheyAreWanted() throws {
        let rig = try rig(Self.live(), settings())
        rig.run(for: .seconds(60))
        let count = rig.skipped.count
        rig.step(.mediaWanted(true))
        rig.run(for: .seconds(60))
        #expect(rig.skipped.count == count)
        #expect((13...17).contains(rig.mediaUris.count), "\(rig.mediaUris)")
        let first = try #require(rig.played.first)
        #expect(first.isDiscontinuous && rig.played.dropFirst().allSatisfy { !$0.isDiscontinuous })
        // The client no longer wants media. The segment that was already requested arrives, and no more are requested.
        rig.step(.mediaWanted(false))
        rig.run(for: .seconds(60))
        #expect(rig.mediaUris.count <= 17 && rig.skipped.count >= count + 12)
        let numbers = Set(rig.mediaUris)
        #expect(numbers.count == rig.mediaUris.count, "none twice")
    }

    /// The playlist has an end. The machine reports its segments in real time without any request. Then the stream
    /// ends.
    @Test func whatHasAnEndEnds() throws {
        let rig = MachineRig(settings()) { _, _ in .silence }
        try rig.open(Playlists.onDemand(10))
        rig.run(for: .seconds(100))
        #expect(rig.ended == .some(nil) && rig.skipped.count == 10 && rig.requests.isEmpty)
        #expect(rig.skipped.last.map { $0.at > .seconds(40) } == true)
    }

    /// The segments are encrypted, or have a duration of zero, so they could not be played. The machine reports them
    /// nevertheless.
    @Test func nothingOfThemIsNeeded() throws {
        var encrypted = Self.live()
        encrypted.extra = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key\"\n"
        let rig = try rig(encrypted, settings())
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil && rig.skipped.count >= 12 && rig.mediaUris.isEmpty)
        let empty = MachineRig(settings()) { _, _ in .silence }
        try empty.open(Playlists.onDemand(500, segment: 0))
        var turns = 0
        while empty.ended == nil, let deadline = empty.machine.nextDeadline, turns < 1000 {
            empty.run(until: max(deadline, empty.now) + .milliseconds(1))
            turns += 1
        }
        #expect(empty.skipped.count == 500 && turns > 100, "a few at a time")
    }

    /// A date range with a duration is reported with each segment that it overlaps.
    @Test func dateRangesNameSegments() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T08:15:00Z\n"
        text += "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-11-21T08:15:08Z\",DURATION=10,X-TITLE=\"T\"\n"
        for number in 0..<5 { text += "#EXTINF:6,\n\(number).ts\n" }
        let rig = MachineRig(settings()) { _, _ in .silence }
        try rig.open(text + "#EXT-X-ENDLIST\n")
        rig.run(for: .seconds(60))
        #expect(rig.skipped.map(\.segment.isNamed) == [false, true, true, false, false])
        #expect(rig.skipped.map(\.segment.notes.count) == [0, 1, 0, 0, 0])
        #expect(rig.skipped[1].segment.notes.first?.offset.seconds == 2)
    }
}
