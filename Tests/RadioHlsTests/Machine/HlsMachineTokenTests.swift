import RadioFormats
import RadioHls
import Testing

/// A token in the addresses of playlists and segments runs out. An `HlsMachine` asks the station's address for a new one
/// while there is still sound to hear.
struct HlsMachineTokenTests {
    enum Place: String, CaseIterable, Sendable { case playlists, segments, both, keys }

    /// A station whose tokens are valid for 25 s.
    private struct Station {
        var live = Playlists.Live()
        var refusal = HlsFailure.Kind.status(403)
        var place = Place.both
        /// Whether the station's address leads to a multivariant playlist, and not by a redirect to a media playlist.
        var isMultivariant = true
        /// How much greater the numbers of the segments are with each new token.
        var renumbering: Int64 = 0

        func token(_ now: Duration) -> Int { Int(now.seconds / 25) }

        /// Returns the media playlist. Its segments and keys have the playlist's own token.
        func media(_ now: Duration, _ token: Int) -> String {
            var live = live
            let plain = live.text(at: now.seconds)
            let first = live.newest(at: now.seconds) - Int64(live.count) + 1
            if place == .keys {
                live.extra = "#EXT-X-KEY:METHOD=AES-128,URI=\"k?n=\(self.token(now))&t=\(token)\",IV=0x1\n"
            }
            return (place == .keys ? live.text(at: now.seconds) : plain)
                .replacing(".ts\n", with: place == .playlists || place == .keys ? ".ts\n" : ".ts?t=\(token)\n")
                .replacing("MEDIA-SEQUENCE:\(first)\n", with: "MEDIA-SEQUENCE:\(first + renumbering * Int64(token))\n")
        }

        func answer(_ fetch: HlsFetch, _ now: Duration) -> MachineRig.Answer {
            let token = token(now)
            let isRefused = fetch.uri.contains("t=") && !fetch.uri.hasSuffix("t=\(token)")
            switch fetch.purpose {
            case .playlist where fetch.uri == "http://station/":
                guard !isMultivariant else { return .playlist(multivariant(now)) }
                return .redirected(media(now, token), to: "http://cdn/v?t=\(token)")
            case .playlist:
                let own = fetch.uri.split(separator: "=").last.flatMap { Int($0) } ?? token
                return isRefused && (place == .playlists || place == .both)
                    ? .fails(refusal) : .playlist(media(now, own))
            case .key: return isRefused ? .fails(refusal) : .bytes([UInt8](repeating: 7, count: 16))
            case .media, .initSection: return isRefused ? .fails(refusal) : .media(bytes: 48_000)
            }
        }

        func multivariant(_ now: Duration) -> String { Playlists.variants([(64_000, "v?t=\(token(now))")]) }

        func rig(_ settings: HlsSettings = HlsSettings()) throws -> MachineRig {
            var settings = settings
            settings.address = "http://station/"
            let rig = MachineRig(settings) { fetch, now in answer(fetch, now) }
            let url = isMultivariant ? "http://station/" : "http://cdn/v?t=0"
            try rig.open(isMultivariant ? multivariant(.zero) : media(.zero, 0), url: url)
            return rig
        }
    }

    /// Expects that all segments were received in order, without a break.
    private func expectWhole(_ rig: MachineRig, _ note: Comment? = nil) {
        #expect(rig.ended == nil, note)
        #expect(rig.stalls.isEmpty, "\(rig.requests)")
        let numbers = rig.played.map(\.sequence)
        #expect(numbers.count > 15 && numbers == Array(numbers[0]..<(numbers[0] + Int64(numbers.count))), note)
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous && $0.track == rig.played[0].track }, note)
        for (one, next) in zip(rig.played, rig.played.dropFirst()) {
            #expect(next.position - one.position == one.duration)
        }
    }

    @Test(
        arguments: [403, 404, 410, 520, 401, 400].map { HlsFailure.Kind.status($0) } + [.unreadable], Place.allCases)
    func aTokenThatHasRunOutIsRenewed(_ refusal: HlsFailure.Kind, _ place: Place) throws {
        for isMultivariant in [true, false] {
            // A segment that is a web page is another matter: it cannot be played.
            if refusal == .unreadable, place != .playlists { continue }
            let rig = try Station(refusal: refusal, place: place, isMultivariant: isMultivariant).rig()
            rig.run(for: .seconds(130))
            expectWhole(rig, "\(isMultivariant)")
            // Five tokens run out. Each costs the refused request and at most two more.
            let asked = rig.requests.count { $0.fetch.uri == "http://station/" }
            #expect((5...6).contains(asked), "\(asked)")
            #expect(rig.playlistTimes.count < 45)
        }
    }

    /// With each new token, the server counts the segments from another number.
    @Test(arguments: [-3, 2, 900] as [Int64], [true, false])
    func aNewSessionMayHaveOtherNumbers(_ renumbering: Int64, _ isMultivariant: Bool) throws {
        var station = Station(isMultivariant: isMultivariant, renumbering: renumbering)
        station.live.newest = 1000
        let rig = try station.rig()
        rig.run(for: .seconds(130))
        expectWhole(rig)
    }

    /// A client that reads only the titles in the playlists misses none.
    @Test(arguments: [true, false]) func noTitleIsMissed(_ isMultivariant: Bool) throws {
        var station = Station(isMultivariant: isMultivariant)
        station.live.title = { "Song \($0)" }
        var settings = HlsSettings()
        settings.isPlaylistOnly = true
        let rig = try station.rig(settings)
        rig.run(for: .seconds(130))
        #expect(rig.ended == nil)
        let titles = rig.skipped.flatMap { $0.segment.notes.map { String(decoding: $0.metadata.raw, as: UTF8.self) } }
        #expect(titles == (7..<(7 + titles.count)).map { "Song \($0)" } && titles.count > 19)
    }

    /// Each address of the media playlist is valid once.
    @Test func aListThatAnswersOnce() throws {
        let live = Playlists.Live()
        var given = 0
        var used: Set<String> = []
        var settings = HlsSettings()
        settings.address = "http://station/"
        let rig = MachineRig(settings) { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            if fetch.uri == "http://station/" {
                given += 1
                return .redirected(live.text(at: now.seconds), to: "http://cdn/\(given)")
            }
            return used.insert(fetch.uri).inserted && !fetch.uri.contains("cdn")
                ? .playlist(live.text(at: now.seconds)) : .fails(.status(404))
        }
        try rig.open(live.text(at: 0), url: "http://cdn/0")
        rig.run(for: .seconds(120))
        expectWhole(rig)
        #expect(rig.requests.count < 75, "\(rig.requests.count)")
    }

    /// A segment is missing, and no address helps. The machine asks the station's address once and skips the segment.
    @Test(arguments: [true, false]) func aHoleIsNoToken(_ isMultivariant: Bool) throws {
        let station = Station(place: .playlists, isMultivariant: isMultivariant)
        var settings = HlsSettings()
        settings.address = "http://station/"
        let rig = MachineRig(settings) { fetch, _ in
            fetch.uri == "seg9.ts" ? .fails(.status(404)) : station.answer(fetch, .zero)
        }
        rig.script = { [script = rig.script] fetch, now in
            if case .playlist = fetch.purpose, fetch.uri != "http://station/" {
                return .playlist(station.live.text(at: now.seconds))
            }
            return isMultivariant || fetch.uri != "http://station/"
                ? script(fetch, now) : .redirected(station.live.text(at: now.seconds), to: "http://cdn/v?t=0")
        }
        try rig.open(isMultivariant ? station.multivariant(.zero) : station.media(.zero, 0), url: "http://cdn/v?t=0")
        rig.run(for: .seconds(40))
        #expect(rig.played.map(\.sequence).prefix(4) == [7, 8, 10, 11])
        #expect(rig.stalls.isEmpty)
        #expect(rig.requests.count { $0.fetch.uri == "http://station/" } == 1)
        #expect(rig.mediaUris.count { $0 == "seg9.ts" } == 2)
    }

    /// The server answers every request with 404 for some time, or for good. The machine does not ask more often than
    /// usual, and continues if the time is short.
    @Test(arguments: [10.0, 1000]) func aServerThatRefusesAllIsNotAskedMore(_ seconds: Double) throws {
        let station = Station(place: .playlists)
        let rig = try station.rig()
        rig.script = { fetch, now in
            (20...20 + seconds).contains(now.seconds) ? .fails(.status(404)) : station.answer(fetch, now)
        }
        rig.run(for: .seconds(19))
        let before = rig.requests.count
        rig.run(for: .seconds(60))
        #expect((rig.ended == nil) == (seconds == 10), "\(String(describing: rig.ended))")
        let refused = rig.requests.dropFirst(before).prefix { $0.at.seconds < 20 + seconds }
        #expect(Double(refused.count) / max((refused.last?.at.seconds ?? 0) - 20, 1) < 2, "\(refused)")
    }

    /// The station's address is a list that named a token of its own. Only a new connection can ask that list.
    @Test func anAddressFromAListThatIsRefusedEndsAtOnce() throws {
        var settings = HlsSettings()
        (settings.address, settings.isListed) = ("http://station/?t=0", true)
        let live = Playlists.Live()
        let rig = MachineRig(settings) { fetch, now in
            if now > .seconds(20), fetch.uri.contains("?t=0") { return .fails(.status(403)) }
            if case .playlist = fetch.purpose { return .playlist(live.text(at: now.seconds)) }
            return .media(bytes: 48_000)
        }
        try rig.open(live.text(at: 0), url: "http://cdn/v?t=0")
        rig.run(for: .seconds(60))
        guard case .some(.some(.stale(let text))) = rig.ended else { return #expect(Bool(false), "it goes on") }
        #expect(text == "http://station/?t=0 failed" && rig.now < .seconds(27))
        #expect(rig.held > .seconds(5), "\(rig.held)")
    }

    /// The token runs out while one of two variants plays. The same variant continues, and the choice of the listener
    /// and what was learnt about the variants remain.
    @Test func theSameVariantGoesOn() throws {
        let live = Playlists.Live()
        func text(_ token: Int) -> String {
            Playlists.variants([(64_000, "lo?t=\(token)"), (128_000, "mid?t=\(token)"), (320_000, "hi?t=\(token)")])
        }
        var settings = HlsSettings()
        (settings.address, settings.quality) = ("http://station/", .medium)
        let rig = MachineRig(settings) { fetch, now in
            let token = Int(now.seconds / 25)
            if fetch.uri == "http://station/" { return .playlist(text(token)) }
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            return fetch.uri.hasSuffix("t=\(token)") ? .playlist(live.text(at: now.seconds)) : .fails(.status(403))
        }
        try rig.open(text(0), url: "http://station/")
        rig.run(for: .seconds(130))
        expectWhole(rig)
        let names = Set(rig.uris.filter { $0.contains("?t=") }.map { $0.prefix { $0 != "?" } })
        #expect(names == ["mid"])
    }
}
