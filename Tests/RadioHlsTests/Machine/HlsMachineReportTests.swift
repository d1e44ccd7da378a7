import RadioFormats
import RadioHls
import Testing

/// Rendition reports (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4): a playlist tells how far the playlists of other
/// variants and renditions have come. When the machine switches to one of them, it can ask for the newest state, which
/// no cache has.
struct HlsMachineReportTests {
    private let ladder =
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=132000\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=34000\nlow.m3u8\n"
    private let redundant =
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=132000\none.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=132000\ntwo.m3u8\n"
    private let renditions = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=132000,AUDIO="a"
        video.m3u8
        """

    /// Returns the segment that contains part `number` of the station, and the part's index in this segment.
    private static func place(_ number: Int) -> (sequence: Int, part: Int) {
        (number / LowLatencyOrigin.partsEach, number % LowLatencyOrigin.partsEach)
    }

    /// Returns a rig whose server has the playlists `names` of one programme. Each playlist reports the state of all
    /// others. A request that does not state a position gets an old playlist, from a cache two seconds behind.
    private func rig(
        _ text: String, _ names: [String], isLowLatency: Bool = true,
        rate: @escaping (Duration) -> Double = { _ in 2_000_000 },
        report: @escaping (_ name: String, _ sequence: Int, _ part: Int) -> String = {
            "URI=\"\($0).m3u8\",LAST-MSN=\($1),LAST-PART=\($2)"
        },
        special: @escaping (HlsFetch, Duration) -> MachineRig.Answer? = { _, _ in nil }
    ) throws -> MachineRig {
        var settings = HlsSettings()
        settings.isLowLatency = isLowLatency
        let rig = MachineRig(settings) { fetch, now in
            if let answer = special(fetch, now) { return answer }
            let name = fetch.uri.prefix { $0 != "." && $0 != "/" }
            guard fetch.purpose == .playlist else {
                var part = fetch
                part.uri = String(fetch.uri.dropFirst(name.count + 1))
                let bytes = name == "low" ? 2000 : 8000
                guard let time = LowLatencyOrigin.time(of: part) else {
                    return .media(bytes: bytes * LowLatencyOrigin.partsEach, rate: rate(now))
                }
                return .later(bytes: bytes, after: .seconds(max(time - now.seconds, 0.02)), rate: rate(now))
            }
            let isCached = !fetch.query.contains("_HLS_msn")
            let asked = isCached ? max(now - .seconds(2), .zero) : now
            guard case .playlist(var text, let delay) = LowLatencyOrigin.answer(fetch, asked) else { return .silence }
            text = text.replacing("URI=\"", with: "URI=\"\(name)/")
            text = text.replacing("#EXTINF:4,\n", with: "#EXTINF:4,\n\(name)/")
            let last = Self.place(LowLatencyOrigin.parts(at: (asked + delay).seconds - 0.02) - 1)
            for other in names where other != name {
                text += "#EXT-X-RENDITION-REPORT:\(report(other, last.sequence, last.part))\n"
            }
            return .playlist(text, after: delay)
        }
        try rig.open(text)
        return rig
    }

    private func playlists(_ rig: MachineRig) -> [MachineRig.Request] {
        rig.requests.filter { $0.fetch.purpose == .playlist }
    }

    private func first(_ name: String, in rig: MachineRig) throws -> MachineRig.Request {
        try #require(playlists(rig).first { $0.fetch.uri.hasPrefix(name) })
    }

    /// Returns the query with which the machine must request a playlist, calculated from the report at `time`.
    private func query(at time: Duration) -> String {
        let last = Self.place(LowLatencyOrigin.parts(at: time.seconds) - 1)
        return "_HLS_msn=\(last.sequence)&_HLS_part=\(last.part)"
    }

    /// The network has 2,000 kbit/s, then 64, then 2,000 again. The machine switches to the lower variant and back.
    /// Each playlist that it gets is at least as new as the one before.
    @Test func anotherBitRateIsAskedForWhereItIs() throws {
        let rig = try rig(
            ladder, ["high", "low"], rate: { $0 > .seconds(20) && $0 < .seconds(60) ? 64_000 : 2_000_000 })
        rig.run(for: .seconds(180))
        #expect(rig.ended == nil)
        #expect(rig.stalls.count <= 1, "\(rig.stalls)")
        let tracks = rig.played.map(\.track)
        #expect(Set(tracks).count >= 3, "down and up: \(Set(tracks))")
        // Only the very first request for a media playlist states no position.
        let plain = playlists(rig).dropFirst().filter { !$0.fetch.query.contains("_HLS_msn") }
        #expect(plain.isEmpty, "\(plain)")
        let low = try first("low", in: rig)
        #expect([low.at, low.at - .milliseconds(500)].map(query).contains(low.fetch.query), "\(low)")
        // After each switch, the new variant begins one part early, to prime its decoder.
        var reached = rig.played[0].position
        for plan in rig.played {
            let begin = plan.position + (plan.skip ?? .zero)
            #expect(begin <= reached + MediaTime(seconds: 0.001), "\(begin.seconds), \(reached.seconds)")
            #expect(reached - begin <= MediaTime(seconds: 1.001), "\(begin.seconds), \(reached.seconds)")
            reached = max(reached, plan.position + plan.duration)
        }
    }

    @Test func anotherRenditionIsAskedForWhereItIs() throws {
        let rig = try rig(renditions, ["en", "de"])
        rig.run(for: .seconds(21.3))
        let position = rig.machine.presentation.end - MediaTime(seconds: 1.5)
        rig.step(.select(rendition: "Deutsch", from: position))
        let count = rig.played.count
        rig.run(for: .seconds(5))
        let german = try first("de", in: rig)
        #expect(german.fetch.query == query(at: german.at), "\(german)")
        let plan = rig.played[count]
        #expect(abs((plan.position + (plan.skip ?? .zero) - position).seconds) < 1e-6)
    }

    @Test func whatTakesThePlaceOfABrokenTrackIsAskedForWhereItIs() throws {
        let rig = try rig(
            redundant, ["one", "two"],
            special: { fetch, now in
                fetch.uri.hasPrefix("one/") && now > .seconds(12) ? .fails(.status(404)) : nil
            })
        rig.run(for: .seconds(40))
        #expect(rig.ended == nil)
        let two = try first("two", in: rig)
        #expect([two.at, two.at - .milliseconds(500)].map(query).contains(two.fetch.query), "\(two)")
        #expect(rig.mediaUris.last?.hasPrefix("two/") == true)
    }

    /// The machine makes a request with the position from the server's report, and the server refuses it or never
    /// answers. The machine makes the request without a position, and the chosen rendition plays.
    @Test(arguments: [false, true]) func aReportThatIsWrongCostsOneRequest(_ isHeld: Bool) throws {
        var isFirst = true
        let rig = try rig(
            renditions, ["en", "de"],
            special: { fetch, _ in
                guard fetch.uri == "de.m3u8", isFirst else { return nil }
                isFirst = false
                return isHeld ? .silence : .fails(.status(400))
            })
        rig.run(for: .seconds(21.3))
        rig.step(.select(rendition: "Deutsch", from: rig.machine.presentation.end - MediaTime(seconds: 1.5)))
        rig.run(for: .seconds(20))
        let german = playlists(rig).filter { $0.fetch.uri.hasPrefix("de.") }
        try #require(german.count > 2)
        #expect(german[0].fetch.query.contains("_HLS_msn") && german[1].fetch.query == "", "\(german.prefix(3))")
        #expect(german[1].at - german[0].at <= .seconds(isHeld ? 3.1 : 0.1))
        #expect(german[2].fetch.query.contains("_HLS_msn"))
        #expect(rig.mediaUris.last?.hasPrefix("de/") == true)
        #expect(rig.ended == nil)
    }

    /// The reports state positions that the server has not reached, so the server blocks the machine's requests. The
    /// machine makes requests without a position before the sound runs out. After two such reports, it ignores all
    /// reports.
    @Test func reportsThatAreAheadCostNoSoundAndAreNotBelievedForEver() throws {
        let rig = try rig(
            ladder, ["high", "low"],
            // The network's rate falls and rises every 80 s.
            rate: { $0 > .seconds(40) && $0.seconds.truncatingRemainder(dividingBy: 80) < 40 ? 100_000 : 2_000_000 },
            report: { "URI=\"\($0).m3u8\",LAST-MSN=\($1 + 900_000),LAST-PART=\($2)" })
        rig.run(for: .seconds(600))
        #expect(rig.ended == nil)
        #expect(Set(rig.played.map(\.track)).count >= 6)
        let misled = rig.requests.indices.filter { rig.requests[$0].fetch.query.contains("_HLS_msn=900") }
        #expect(misled.count == 2, "\(misled.map { rig.requests[$0] })")
        for index in misled {
            let (request, next) = (rig.requests[index], rig.requests[index + 1])
            #expect(next.fetch.uri == request.fetch.uri && next.fetch.query == "", "\(next)")
            #expect(!rig.stalls.contains { (request.at...next.at).contains($0) }, "\(request), \(next), \(rig.stalls)")
        }
    }

    /// If a report lacks an attribute, the machine takes its value from the playlist with the report. The report's
    /// address need not contain the token in the listener's address.
    @Test(arguments: [
        ("de.m3u8", #"URI="de.m3u8""#), ("de.m3u8?token=1", #"URI="./de.m3u8""#),
        (
            "http://station/de.m3u8?token=1",
            "URI=\"/de.m3u8\",LAST-MSN=9,LAST-PART=9\n#EXT-X-RENDITION-REPORT:URI=\"de.m3u8?token=1\""
        ),
    ]) func aReportMayBeShort(_ uri: String, _ report: String) throws {
        let rig = try rig(renditions.replacing("de.m3u8", with: uri), ["en", "de"], report: { _, _, _ in report })
        rig.run(for: .seconds(21.3))
        rig.step(.select(rendition: "Deutsch", from: rig.machine.presentation.end - MediaTime(seconds: 1.5)))
        let german = try #require(playlists(rig).last)
        #expect(german.fetch.uri == uri && german.fetch.query == query(at: german.at), "\(german)")
    }

    /// Without a report for the chosen playlist, with an old report, or without low latency, the machine requests the
    /// playlist without a position.
    @Test func withoutAReportThePlaylistIsAskedForPlainly() throws {
        let others = try rig(renditions, ["en", "fr"])
        let stalled = try rig(
            renditions, ["en", "de"],
            special: { fetch, now in
                fetch.query.contains("_HLS_msn") && now > .seconds(18) ? .silence : nil
            })
        let usual = try rig(renditions, ["en", "de"], isLowLatency: false)
        for rig in [others, stalled, usual] {
            rig.run(for: .seconds(20.3))
            rig.step(.select(rendition: "Deutsch", from: rig.machine.presentation.end - MediaTime(seconds: 1.5)))
            let german = try #require(playlists(rig).last)
            #expect(german.fetch.uri == "de.m3u8" && german.fetch.query == "", "\(german)")
        }
    }
}
