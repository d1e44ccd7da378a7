import RadioFormats
import RadioHls
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

    /// The delay never exceeds PART-HOLD-BACK by more than a second.
    @Test func theDelayStaysShort() throws {
        let rig = try rig(isLowLatency: true)
        rig.run(for: .seconds(3))
        for _ in 0..<120 {
            rig.run(for: .seconds(1))
            #expect(try delay(rig) <= 2.5)
        }
        #expect(rig.stalls.isEmpty)
        #expect(rig.ended == nil)
        // Each part is played once, in order.
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
        // At most one reload per part, because the server blocks.
        #expect((30...70).contains(queries.count), "\(queries.count)")
    }

    @Test func withoutBeingAskedForItIsAsUsual() throws {
        let rig = try rig(isLowLatency: false)
        rig.run(for: .seconds(30))
        #expect(rig.played.allSatisfy { $0.part == nil })
        #expect(rig.requests.allSatisfy { !$0.fetch.query.contains("_HLS_msn") })
        #expect(try delay(rig) > 8)
    }

    /// If a delta update does not match the known playlist, the whole playlist is requested at once.
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

    /// Returns a rig in which requests of one part of an open segment fail until `stop`.
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

    /// If a part never arrives, only this part is skipped, and the positions include its time. All other parts of the
    /// segment are played.
    @Test func aPartThatNeverComesCostsNoMoreThanItself() throws {
        let rig = try failing("41.3.m4s")
        rig.run(for: .seconds(20))
        #expect(rig.ended == nil)
        let places = places(rig)
        let lost = 41 * LowLatencyOrigin.partsEach + 3
        let all = Array(places[0]...places[places.count - 1])
        #expect(places == all.filter { $0 != lost }, "\(places.map { ($0 / 8, $0 % 8) })")
        // The next part has its regular position and is marked as discontinuous.
        let next = try #require(rig.played.first { $0.sequence == 41 && $0.part == 4 })
        let before = try #require(rig.played.first { $0.sequence == 41 && $0.part == 2 })
        #expect(next.isDiscontinuous && (next.position - before.position).seconds == 1)
        #expect(rig.played.filter(\.isDiscontinuous).count == 1)
        #expect(rig.uris.filter { $0 == "41.3.m4s" }.count <= 6)
        #expect(try delay(rig) - 0.5 <= 3.5)
    }

    /// If an announced part is refused at first, it is requested again once it is listed, and no sound is lost.
    @Test func aPartThatIsAnnouncedTooSoonIsWaitedFor() throws {
        let rig = try failing("41.3.m4s", until: .seconds(LowLatencyOrigin.time(of: 41 * 8 + 3)))
        rig.run(for: .seconds(20))
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
        #expect(rig.ended == nil)
    }

    /// If the last part of a segment fails and the segment is complete by then, the whole segment is fetched, and no
    /// sound is missing.
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

    /// If PART-HOLD-BACK is not a multiple of the part duration, the machine skips the beginning of the first part, so
    /// that it starts exactly PART-HOLD-BACK before the end of the playlist.
    @Test func itBeginsJustSoFarBehindTheEnd() throws {
        var settings = HlsSettings()
        settings.isLowLatency = true
        let rig = MachineRig(settings, script: LowLatencyOrigin.answer)
        try rig.open(LowLatencyOrigin.text(at: 0.5, holdBack: 1.7))
        let presentation = rig.machine.presentation
        #expect(presentation.partHoldBack?.seconds == 1.7)
        #expect(abs((presentation.end - presentation.edge).seconds - 1.7) < 1e-6)
        rig.run(for: .seconds(2))
        let first = try #require(rig.played.first)
        let skip = try #require(first.skip)
        #expect(abs((first.position + skip - presentation.edge).seconds) < 1e-6)
        #expect(rig.played.dropFirst().allSatisfy { $0.skip == nil })
        // A server must keep clients at least two parts behind, so a smaller PART-HOLD-BACK is raised to that.
        try rig.open(LowLatencyOrigin.text(at: 0))
        let near = MachineRig(settings, script: LowLatencyOrigin.answer)
        try near.open(LowLatencyOrigin.text(at: 0, holdBack: 0.2))
        #expect(near.machine.presentation.partHoldBack?.seconds == 1)
    }

    /// Keys and initialization sections are fetched once, although each blocking reload has an address of its own.
    @Test func keysAndInitSectionsAreFetchedOnce() throws {
        var settings = HlsSettings()
        settings.isLowLatency = true
        func keyed(_ text: String) -> String {
            let tags = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXT-X-MEDIA-SEQUENCE"
            return text.replacing("#EXT-X-MEDIA-SEQUENCE", with: tags)
        }
        let rig = MachineRig(settings) { fetch, now in
            switch fetch.purpose {
            case .key, .initSection: return .bytes([UInt8](repeating: 0, count: 16))
            case .media: return LowLatencyOrigin.answer(fetch, now)
            case .playlist:
                guard case .playlist(let text, let delay) = LowLatencyOrigin.answer(fetch, now) else { return .silence }
                return .playlist(keyed(text), after: delay)
            }
        }
        try rig.open(keyed(LowLatencyOrigin.text(at: 0)))
        rig.run(for: .seconds(20))
        #expect(rig.played.count > 30)
        #expect(rig.uris.filter { $0 == "init.mp4" || $0 == "key" }.sorted() == ["init.mp4", "key"])
    }

    /// A seek leads to the part that contains the position, not to the start of its segment.
    @Test(arguments: [1.5, 1.7, 3.2]) func aSeekGoesToAPart(_ back: Double) throws {
        let rig = try rig(isLowLatency: true)
        rig.run(for: .seconds(11.3))
        let count = rig.played.count
        let target = rig.machine.presentation.end - MediaTime(seconds: back)
        rig.step(.seek(target))
        rig.run(for: .seconds(1))
        let first = rig.played[count]
        #expect(first.part != nil)
        #expect(abs((first.position + (first.skip ?? .zero) - target).seconds) < 1e-6)
        #expect(first.duration.seconds > first.skip?.seconds ?? 0)
        #expect(first.isDiscontinuous)
    }

    // MARK: Bit rates

    /// Returns a rig with two variants on a network of `rate` bits per second. Parts are sent once they exist.
    private func ladder(_ rate: @escaping (Duration) -> Double) throws -> MachineRig {
        var settings = HlsSettings()
        settings.isLowLatency = true
        let rig = MachineRig(settings) { fetch, now in
            let name = fetch.uri.prefix { $0 != "." && $0 != "/" }
            if case .playlist(let text, let delay) = LowLatencyOrigin.answer(fetch, now) {
                return .playlist(text.replacing("URI=\"", with: "URI=\"\(name)/"), after: delay)
            }
            var part = fetch
            part.uri = String(fetch.uri.dropFirst(name.count + 1))
            let bytes = name == "high" ? 8000 : 2000
            guard let time = LowLatencyOrigin.time(of: part) else {
                return .media(bytes: bytes * LowLatencyOrigin.partsEach, rate: rate(now))
            }
            return .later(bytes: bytes, after: .seconds(max(time - now.seconds, 0.02)), rate: rate(now))
        }
        try rig.open(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=132000\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=34000\nlow.m3u8\n")
        return rig
    }

    private func variants(_ rig: MachineRig) -> [Substring] {
        let media = rig.requests.filter { if case .media = $0.fetch.purpose { true } else { false } }
        return media.map { $0.fetch.uri.prefix { $0 != "/" } }
    }

    /// The wait for a part that does not exist yet does not count as a slow network.
    @Test func waitingForPartsIsNotSlowness() throws {
        let rig = try ladder { _ in 10_000_000 }
        rig.run(for: .seconds(60))
        #expect(rig.stalls.isEmpty)
        #expect(Set(variants(rig)) == ["high"])
    }

    /// At 2,000, 64 and again 2,000 kbit/s, the machine goes down and up again and plays each moment once, in order.
    @Test func aThrottledNetworkIsFollowedInParts() throws {
        let rig = try ladder { $0 > .seconds(20) && $0 < .seconds(60) ? 64_000 : 2_000_000 }
        rig.run(for: .seconds(20))
        #expect(variants(rig).last == "high")
        rig.run(for: .seconds(40))
        #expect(variants(rig).last == "low")
        #expect(rig.stalls.count <= 1, "\(rig.stalls)")
        rig.run(for: .seconds(120))
        #expect(variants(rig).last == "high")
        #expect(rig.stalls.count <= 1, "\(rig.stalls)")
        #expect(rig.ended == nil)
        let changes = zip(variants(rig), variants(rig).dropFirst()).filter { $0 != $1 }.count
        #expect(changes <= 4, "\(changes)")
        // A new variant continues at the position of the old one. The part before that position primes the decoder.
        var reached = rig.played[0].position
        for plan in rig.played {
            let begin = plan.position + (plan.skip ?? .zero)
            #expect(begin <= reached + MediaTime(seconds: 0.001), "\(begin.seconds), \(reached.seconds)")
            #expect(reached - begin <= MediaTime(seconds: 1.001))
            reached = max(reached, plan.position + plan.duration)
        }
    }
}
