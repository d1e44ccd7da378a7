import RadioHls
import Testing

/// A Low-Latency HLS server does not keep what its playlist promises. The sound continues, and the `HlsMachine` does
/// not flood the server with requests.
struct HlsMachineLowLatencyFaultTests {
    private func rig(
        _ first: String = LowLatencyOrigin.text(at: 0), _ script: @escaping (HlsFetch, Duration) -> MachineRig.Answer
    ) throws -> MachineRig {
        var settings = HlsSettings()
        settings.isLowLatency = true
        let rig = MachineRig(settings, script: script)
        try rig.open(first)
        return rig
    }

    private func places(_ rig: MachineRig) -> [Int] {
        rig.played.map { Int($0.sequence) * LowLatencyOrigin.partsEach + ($0.part ?? 0) }
    }

    private func isBlocking(_ fetch: HlsFetch) -> Bool {
        fetch.purpose == .playlist && fetch.query.contains("_HLS_msn")
    }

    /// The server refuses every third reload. The machine soon reloads again, and the sound does not run out.
    @Test func aReloadThatIsRefusedIsMadeAgainSoon() throws {
        var count = 0
        let rig = try rig { fetch, now in
            guard self.isBlocking(fetch) else { return LowLatencyOrigin.answer(fetch, now) }
            count += 1
            return count % 3 == 0 ? .fails(.status(503)) : LowLatencyOrigin.answer(fetch, now)
        }
        rig.run(for: .seconds(60))
        #expect(count > 60)
        #expect(rig.stalls.isEmpty, "\(rig.stalls)")
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
    }

    /// The server stops answering blocking reloads. After two of them, the machine makes plain reloads instead, one per
    /// part.
    @Test func reloadsThatAreHeldForEverAreNotWaitedFor() throws {
        let rig = try rig { fetch, now in
            self.isBlocking(fetch) && now > .seconds(10) ? .silence : LowLatencyOrigin.answer(fetch, now)
        }
        rig.run(for: .seconds(90))
        #expect(rig.ended == nil)
        #expect(rig.stalls.count <= 2 && rig.stalls.allSatisfy { $0 < .seconds(30) }, "\(rig.stalls)")
        let late = rig.requests.filter { $0.at > .seconds(30) && $0.fetch.purpose == .playlist }
        #expect(late.allSatisfy { !$0.fetch.query.contains("_HLS_msn") })
        #expect((80...130).contains(late.count), "\(late.count)")
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
    }

    /// The playlist announces parts, but the server never answers early requests for them. After two such requests, the
    /// machine requests only parts that the playlist lists as existing.
    @Test func partsThatAreAnnouncedAndNeverSentAreWaitedForNoMore() throws {
        let rig = try rig { fetch, now in
            guard let time = LowLatencyOrigin.time(of: fetch), time > now.seconds else {
                return LowLatencyOrigin.answer(fetch, now)
            }
            return .silence
        }
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil)
        #expect(rig.stalls.allSatisfy { $0 < .seconds(10) }, "\(rig.stalls)")
        let tooSoon = rig.requests.filter { request in
            LowLatencyOrigin.time(of: request.fetch).map { $0 > request.at.seconds } ?? false
        }
        #expect((1...2).contains(tooSoon.count), "\(tooSoon)")
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
    }

    /// The playlist announces one part and later lists another in its place. The machine delivers the listed part.
    @Test func anotherPartThanWasAnnouncedIsTaken() throws {
        func renamed(_ text: String) -> String { text.replacing(".m4s\",INDEPENDENT", with: ".x.m4s\",INDEPENDENT") }
        let rig = try rig(renamed(LowLatencyOrigin.text(at: 0))) { fetch, now in
            switch LowLatencyOrigin.answer(fetch, now) {
            case .playlist(let text, let delay): return .playlist(renamed(text), after: delay)
            case let other:
                guard case .media = fetch.purpose, !fetch.uri.contains("x") else { return .media(bytes: 8000) }
                return LowLatencyOrigin.time(of: fetch) == nil ? other : .silence
            }
        }
        rig.run(for: .seconds(30))
        #expect(rig.ended == nil)
        #expect(rig.stalls.isEmpty, "\(rig.stalls)")
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
    }
}
