import RadioFormats
import Testing

/// Parts, blocking reloads, hints and delta updates (rfc8216bis §6.2.5, §6.2.6, §6.3.7).
struct HlsMachineLowLatencyTests {
    private func rig(isLowLatency: Bool) throws -> MachineRig {
        var settings = HlsSettings()
        settings.isLowLatency = isLowLatency
        let rig = MachineRig(settings, script: LowLatencyOrigin.answer)
        try rig.open(LowLatencyOrigin.text(at: 0))
        return rig
    }

    private func delay(_ rig: MachineRig) throws -> Double {
        let first = try #require(rig.played.first)
        let begin = Double(first.sequence) * LowLatencyOrigin.segment + Double(first.part ?? 0) * LowLatencyOrigin.part
        return LowLatencyOrigin.edge(at: rig.now.seconds) - begin - rig.heard.seconds
    }

    /// PART-HOLD-BACK and a second at most, all the time.
    @Test func theDelayStaysShort() throws {
        let rig = try rig(isLowLatency: true)
        rig.run(for: .seconds(3))
        for _ in 0..<120 {
            rig.run(for: .seconds(1))
            #expect(try delay(rig) <= 2.5)
        }
        #expect(rig.stalls.isEmpty)
        #expect(rig.ended == nil)
        // Each part once, in order.
        let places = rig.played.map { Int($0.sequence) * LowLatencyOrigin.partsEach + ($0.part ?? 0) }
        #expect(places == Array(places[0]..<places[0] + places.count))
        #expect(rig.played.allSatisfy { $0.part != nil && !$0.isDiscontinuous })
    }

    @Test func reloadsAskForWhatIsNextAndForUpdates() throws {
        let rig = try rig(isLowLatency: true)
        rig.run(for: .seconds(30))
        let queries = rig.requests.filter { $0.fetch.purpose == .playlist }.map(\.fetch.query)
        #expect(queries.allSatisfy { $0.hasPrefix("_HLS_msn=") && $0.contains("&_HLS_part=") })
        #expect(queries.allSatisfy { $0.hasSuffix("_HLS_skip=YES") })
        // One a part at most: the server holds its answer back.
        #expect((30...70).contains(queries.count), "\(queries.count)")
    }

    @Test func withoutBeingAskedForItIsAsUsual() throws {
        let rig = try rig(isLowLatency: false)
        rig.run(for: .seconds(30))
        #expect(rig.played.allSatisfy { $0.part == nil })
        #expect(rig.requests.allSatisfy { !$0.fetch.query.contains("_HLS_msn") })
        #expect(try delay(rig) > 8)
    }

    /// An update that does not fit what is known: the whole playlist, at once.
    @Test func anUpdateThatDoesNotFitIsAskedForWhole() throws {
        var isBroken = true
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose, fetch.query.contains("_HLS_skip"), isBroken else {
                return LowLatencyOrigin.answer(fetch, now)
            }
            isBroken = false
            let text = LowLatencyOrigin.text(at: now.seconds, skips: true)
            return .playlist(text.replacing("#EXT-X-MEDIA-SEQUENCE:3", with: "#EXT-X-MEDIA-SEQUENCE:1"))
        }
        try rig.open(LowLatencyOrigin.text(at: 0))
        rig.run(for: .seconds(40))
        let queries = rig.requests.filter { $0.fetch.purpose == .playlist }.map(\.fetch.query)
        #expect(queries.prefix(3) == ["_HLS_skip=YES", "", "_HLS_skip=YES"], "\(queries)")
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]..<(numbers[0] + Int64(numbers.count))))
    }

    /// A rig whose request for one part of an open segment fails, each time or once.
    private func failing(
        _ uri: String, until stop: Duration = .seconds(1000), _ kind: HlsFailure.Kind = .status(404)
    ) throws -> MachineRig {
        var settings = HlsSettings()
        settings.isLowLatency = true
        let rig = MachineRig(settings) { fetch, now in
            fetch.uri == uri && now < stop ? .fails(kind) : LowLatencyOrigin.answer(fetch, now)
        }
        try rig.open(LowLatencyOrigin.text(at: 0))
        return rig
    }

    private func places(_ rig: MachineRig) -> [Int] {
        rig.played.map { Int($0.sequence) * LowLatencyOrigin.partsEach + ($0.part ?? 0) }
    }

    /// The one part is passed over and accounted for; all others of its segment are played.
    @Test func aPartThatNeverComesCostsNoMoreThanItself() throws {
        let rig = try failing("41.3.m4s")
        rig.run(for: .seconds(20))
        #expect(rig.ended == nil)
        let places = places(rig)
        let lost = 41 * LowLatencyOrigin.partsEach + 3
        let all = Array(places[0]...places[places.count - 1])
        #expect(places == all.filter { $0 != lost }, "\(places.map { ($0 / 8, $0 % 8) })")
        // What follows it lies where it would have lain, and is said not to continue what was before.
        let next = try #require(rig.played.first { $0.sequence == 41 && $0.part == 4 })
        let before = try #require(rig.played.first { $0.sequence == 41 && $0.part == 2 })
        #expect(next.isDiscontinuous && (next.position - before.position).seconds == 1)
        #expect(rig.played.filter(\.isDiscontinuous).count == 1)
        #expect(rig.uris.filter { $0 == "41.3.m4s" }.count <= 6)
        #expect(try delay(rig) - 0.5 <= 3.5)
    }

    /// What was announced and is refused at first is asked for when it is listed; nothing is lost.
    @Test func aPartThatIsAnnouncedTooSoonIsWaitedFor() throws {
        let rig = try failing("41.3.m4s", until: .seconds(LowLatencyOrigin.time(of: 41 * 8 + 3)))
        rig.run(for: .seconds(20))
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
        #expect(rig.ended == nil)
    }

    /// The segment is whole when its last part fails: it is fetched as a whole, and nothing is missing.
    @Test func aSegmentThatIsWholeTakesThePlaceOfItsPart() throws {
        let rig = try failing("41.7.m4s")
        rig.run(for: .seconds(20))
        #expect(rig.ended == nil)
        let whole = try #require(rig.played.first { $0.part == nil })
        #expect(whole.sequence == 41 && !whole.isDiscontinuous)
        #expect(rig.played.filter { $0.part == nil }.count == 1)
        let after = rig.played.drop { $0.part != nil }.dropFirst()
        #expect(after.first.map { $0.sequence == 42 && $0.part == 0 && !$0.isDiscontinuous } == true)
    }
}
