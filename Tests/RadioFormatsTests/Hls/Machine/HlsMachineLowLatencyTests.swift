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
}
