import RadioHls
import Testing

/// How an `HlsMachine` handles live playlists: start, reloads, the window, missing segments (RFC 8216 §6.3).
struct HlsMachineLiveTests {
    private let live = Playlists.Live()

    private func rig(
        _ live: Playlists.Live = .init(), settings: HlsSettings = .init(),
        media: @escaping (String, Duration) -> MachineRig.Answer? = { _, _ in nil }
    ) throws -> MachineRig {
        let rig = MachineRig(settings) { fetch, now in
            switch fetch.purpose {
            case .playlist: .playlist(live.text(at: now.seconds))
            case .media: media(fetch.uri, now) ?? .media(bytes: 96_000)
            case .key, .initSection: .bytes([UInt8](repeating: 0, count: 16))
            }
        }
        try rig.open(live.text(at: 0))
        return rig
    }

    /// RFC 8216 §6.3.3: the machine begins at least three target durations before the end of the playlist and delivers
    /// one segment after another.
    @Test func itBeginsThreeTargetsFromTheEnd() throws {
        let rig = try rig()
        rig.run(for: .seconds(40))
        #expect(rig.mediaUris.prefix(4) == ["seg7.ts", "seg8.ts", "seg9.ts", "seg10.ts"])
        #expect(rig.stalls.isEmpty)
    }

    struct Start: Sendable, CustomTestStringConvertible {
        var extra: String
        var first: String
        var skip: Double?
        var testDescription: String { extra }
    }

    @Test(arguments: [
        Start(extra: "#EXT-X-SERVER-CONTROL:HOLD-BACK=24\n", first: "seg6.ts"),
        Start(extra: "#EXT-X-START:TIME-OFFSET=-7\n", first: "seg8.ts"),
        Start(extra: "#EXT-X-START:TIME-OFFSET=13,PRECISE=YES\n", first: "seg6.ts", skip: 1),
        // An offset beyond the start or the end of the playlist counts as the start or the end.
        Start(extra: "#EXT-X-START:TIME-OFFSET=-900\n", first: "seg4.ts"),
        Start(extra: "#EXT-X-START:TIME-OFFSET=900\n", first: "seg9.ts"),
    ])
    func theServerMaySayWhereToBegin(_ row: Start) throws {
        var live = live
        live.extra = row.extra
        let rig = try rig(live)
        rig.run(for: .seconds(1))
        #expect(rig.mediaUris.first == row.first)
        #expect(rig.played.first?.skip?.seconds == row.skip)
    }

    @Test func aShortWindowIsPlayedFromItsStart() throws {
        var live = live
        live.count = 2
        let rig = try rig(live)
        rig.run(for: .seconds(1))
        #expect(rig.mediaUris.first == "seg8.ts")
    }

    /// Until the first sound is heard, the machine fetches only the playlist and one segment.
    @Test func theSecondSegmentWaitsForTheFirstSound() throws {
        let rig = try rig()
        rig.isListening = false
        rig.run(for: .milliseconds(900))
        #expect(rig.mediaUris == ["seg7.ts"])
        #expect(rig.playlistTimes.isEmpty)
        rig.run(for: .seconds(2))
        #expect(rig.mediaUris == ["seg7.ts", "seg8.ts"])
    }

    /// RFC 8216 §6.3.4: the machine reloads a playlist one target duration after it began the previous load. If the
    /// previous load brought nothing new, it reloads after half a target duration.
    @Test func reloadsKeepTheirTime() throws {
        let rig = try rig()
        rig.run(for: .seconds(61))
        let times = rig.playlistTimes.map(\.seconds)
        #expect((10...20).contains(times.count))
        for (one, next) in zip([0] + times, times) { #expect(next - one >= 2.99, "\(times)") }
        #expect(abs(times[0] - 6) < 0.1, "\(times)")
    }

    @Test func anUnchangedPlaylistIsAskedForAfterHalfATarget() throws {
        let text = live.text(at: 0)
        let rig = MachineRig { fetch, _ in
            if case .playlist = fetch.purpose { .playlist(text) } else { .media(bytes: 96_000) }
        }
        try rig.open(text)
        rig.run(for: .seconds(30))
        let times = rig.playlistTimes.map { $0.seconds.rounded() }
        #expect(times == [6, 9, 12, 15, 18])
        // The playlist did not change for 3.5 target durations, and there is no other variant, so the stream has ended.
        guard case .some(.some(.stale)) = rig.ended else {
            return #expect(Bool(false), "\(String(describing: rig.ended))")
        }
        #expect(abs(rig.now.seconds - 21) < 0.1)
    }

    /// For an hour of playing, the distance to the live edge stays between two and four target durations.
    @Test(arguments: [6.0, 1.0, 2.0, 10.0]) func anHourOfLiveKeepsItsDelay(_ segment: Double) throws {
        var live = live
        live.segment = segment
        let rig = try rig(live)
        rig.run(for: .seconds(5))
        let begin = Double(live.newest - 2) * segment
        var worst = 0.0
        for _ in 0..<720 {
            rig.run(for: .seconds(5))
            let delay = live.edge(at: rig.now.seconds) - (begin + rig.heard.seconds)
            worst = max(worst, abs(delay - 3 * segment))
        }
        #expect(rig.stalls.isEmpty)
        #expect(worst <= segment, "\(worst)")
        #expect(rig.ended == nil)
        // Each segment is delivered once, in order.
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]..<(numbers[0] + Int64(numbers.count))))
        #expect(rig.mediaUris.count <= rig.played.count + 1)
        // At most two complete segments are held besides the one that is heard.
        #expect(rig.maximumHeld.seconds <= 3 * segment + 0.1)
        // The machine loads about one playlist per target duration. At first it loads more, until its reloads follow
        // the server's updates.
        #expect(rig.playlistTimes.count < Int(3600 / segment * 1.6))
    }

    // MARK: What does not arrive

    /// rfc8216bis §6.3.3: a segment does not arrive. The next one plays, and its position is later by the missing
    /// segment's duration.
    @Test(arguments: [HlsFailure.Kind.status(404), .status(503), .timedOut, .connectionLost])
    func aSegmentThatDoesNotComeIsPassedOver(_ kind: HlsFailure.Kind) throws {
        let rig = try rig { uri, _ in uri == "seg9.ts" ? .fails(kind) : nil }
        rig.run(for: .seconds(40))
        #expect(rig.played.map(\.sequence).prefix(4) == [7, 8, 10, 11])
        let after = try #require(rig.played.first { $0.sequence == 10 })
        #expect(after.isDiscontinuous)
        #expect(after.position.seconds == 6 * 6)
        let next = try #require(rig.played.first { $0.sequence == 11 })
        #expect(!next.isDiscontinuous)
        // The machine requests the missing segment two or three times before it skips it.
        let tries = rig.mediaUris.filter { $0 == "seg9.ts" }.count
        #expect((2...3).contains(tries))
        #expect(rig.ended == nil)
    }

    @Test func oneFailureLosesNothing() throws {
        var failed: Set<String> = []
        let rig = try rig { uri, _ in failed.insert(uri).inserted ? .fails(.status(500)) : nil }
        rig.run(for: .seconds(120))
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(7..<(7 + Int64(numbers.count))))
        #expect(rig.stalls.isEmpty)
    }

    @Test func aSegmentThatNeverAnswersIsPassedOver() throws {
        let rig = try rig { uri, _ in uri == "seg9.ts" ? .silence : nil }
        rig.run(for: .seconds(60))
        #expect(rig.played.map(\.sequence).prefix(3) == [7, 8, 10])
        #expect(rig.ended == nil)
    }

    @Test func aWebPageInPlaceOfASegmentIsPassedOver() throws {
        let rig = try rig { uri, _ in uri == "seg8.ts" ? .unreadable(.damaged("a web page")) : nil }
        rig.run(for: .seconds(30))
        #expect(rig.played.map(\.sequence).prefix(2) == [7, 9])
    }

    @Test func withoutAnySegmentItEnds() throws {
        let rig = try rig { _, _ in .fails(.status(404)) }
        rig.run(for: .seconds(60))
        #expect(rig.ended == .some(.some(.fetch(HlsFailure(.status(404), "seg9.ts failed")))))
    }

    /// The network is away for a while. The machine skips no segment, because such failures do not show that a segment
    /// is missing.
    @Test func anOutageSkipsNothing() throws {
        let rig = try rig { _, now in (10...22).contains(now.seconds) ? .fails(.unreachable) : nil }
        rig.run(for: .seconds(60))
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(7..<(7 + Int64(numbers.count))))
        #expect(rig.ended == nil)
    }

    /// One request in twenty fails. Only the sound of segments that never arrived is missing.
    @Test func fiveInAHundredRequestsFail() throws {
        var random = SplitMix(state: 7)
        let live = live
        let rig = MachineRig { fetch, now in
            if random.next() % 20 == 0 { return .fails(.status(500)) }
            if case .playlist = fetch.purpose { return .playlist(live.text(at: now.seconds)) }
            return .media(bytes: 96_000)
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(600))
        #expect(rig.ended == nil)
        #expect(rig.stalls.isEmpty)
        let numbers = rig.played.map(\.sequence)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count >= 97)
    }

    @Test func aGapIsNotAskedFor() throws {
        var live = live
        live.between = { $0 == 9 ? "#EXT-X-GAP\n" : "" }
        let rig = try rig(live)
        rig.run(for: .seconds(40))
        #expect(!rig.mediaUris.contains("seg9.ts"))
        #expect(rig.played.map(\.sequence).prefix(3) == [7, 8, 10])
        #expect(rig.played[2].isDiscontinuous)
    }

    // MARK: The window

    @Test func numbersThatGoBackAreANewBeginning() throws {
        let live = live
        let restarted = Playlists.Live(newest: 2, prefix: "new")
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 96_000) }
            let seconds = now.seconds
            return .playlist(seconds < 14 ? live.text(at: seconds) : restarted.text(at: seconds - 14))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil)
        let index = try #require(rig.played.firstIndex { $0.sequence < 7 })
        #expect(rig.played[index].isDiscontinuous)
        let rest = rig.played[index...].map(\.sequence)
        #expect(rest == Array(rest[0]..<(rest[0] + Int64(rest.count))))
        // Positions never move back.
        for (one, next) in zip(rig.played, rig.played.dropFirst()) { #expect(one.position < next.position) }
    }

    /// A cache returns an older version of the playlist. The machine does not take this for a restart of the station.
    @Test func anOlderCopyIsNoNews() throws {
        let live = live
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 96_000) }
            let seconds = now.seconds
            return .playlist(live.text(at: (20...24).contains(seconds) ? seconds - 12 : seconds))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(60))
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(7..<(7 + Int64(numbers.count))))
    }

    @Test func aWindowThatHasMovedOnIsJoinedAtItsEdge() throws {
        let rig = try rig()
        rig.run(for: .seconds(10))
        rig.isListening = false
        rig.step(.paused(true))
        rig.run(for: .seconds(120))
        rig.isListening = true
        rig.step(.paused(false))
        rig.run(for: .seconds(20))
        let index = try #require(rig.played.firstIndex { $0.isDiscontinuous })
        #expect(rig.played[index].sequence >= live.newest(at: 130) - 3)
        #expect(rig.played[index].position.seconds == Double(rig.played[index].sequence - 4) * 6)
    }

    @Test func anEndThatIsWrittenLaterEnds() throws {
        let live = live
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 96_000) }
            let text = live.text(at: min(now.seconds, 20))
            return .playlist(now.seconds > 20 ? text + "#EXT-X-ENDLIST\n" : text)
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(90))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.last?.sequence == live.newest(at: 20))
        #expect(rig.machine.presentation.isFinite)
    }

    @Test func reloadsThatFailAreNoEndWhileTheyMayComeBack() throws {
        let live = live
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 96_000) }
            return (7...17).contains(now.seconds) ? .fails(.status(503)) : .playlist(live.text(at: now.seconds))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil)
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(7..<(7 + Int64(numbers.count))))
    }
}

/// A pseudo-random generator that always returns the same numbers for the same seed.
struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
