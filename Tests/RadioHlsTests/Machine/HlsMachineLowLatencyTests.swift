import RadioFormats
import RadioHls
import Testing

/// How an `HlsMachine` uses Low-Latency HLS: parts, blocking reloads, hints and delta updates (rfc8216bis §6.2.5,
/// §6.2.6, §6.3.7).
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

    /// The distance to the live edge is never more than a second above PART-HOLD-BACK.
    @Test func theDelayStaysShort() throws {
        let rig = try rig(isLowLatency: true)
        rig.run(for: .seconds(3))
        for _ in 0..<120 {
            rig.run(for: .seconds(1))
            #expect(try delay(rig) <= 2.5)
        }
        #expect(rig.stalls.isEmpty)
        #expect(rig.ended == nil)
        // Each part is delivered once, in order.
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
        // The server answers each blocking reload only when it has a new part, so there is at most one reload per part.
        #expect((30...70).contains(queries.count), "\(queries.count)")
    }

    @Test func withoutBeingAskedForItIsAsUsual() throws {
        let rig = try rig(isLowLatency: false)
        rig.run(for: .seconds(30))
        #expect(rig.played.allSatisfy { $0.part == nil })
        #expect(rig.requests.allSatisfy { !$0.fetch.query.contains("_HLS_msn") })
        #expect(try delay(rig) > 8)
    }

    /// A delta update (a playlist that leaves out old segments) does not match the known playlist. The machine requests
    /// the whole playlist at once.
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

    /// Returns a rig in which requests for the part `uri` fail until the time `stop`. The part belongs to a segment
    /// that is not complete yet.
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

    /// One part never arrives. Only this part is skipped, and the next part's position is later by its duration. All
    /// other parts of the segment are delivered.
    @Test func aPartThatNeverComesCostsNoMoreThanItself() throws {
        let rig = try failing("41.3.m4s")
        rig.run(for: .seconds(20))
        #expect(rig.ended == nil)
        let places = places(rig)
        let lost = 41 * LowLatencyOrigin.partsEach + 3
        let all = Array(places[0]...places[places.count - 1])
        #expect(places == all.filter { $0 != lost }, "\(places.map { ($0 / 8, $0 % 8) })")
        // The part after the missing one has its usual position and is marked as a discontinuity.
        let next = try #require(rig.played.first { $0.sequence == 41 && $0.part == 4 })
        let before = try #require(rig.played.first { $0.sequence == 41 && $0.part == 2 })
        #expect(next.isDiscontinuous && (next.position - before.position).seconds == 1)
        #expect(rig.played.filter(\.isDiscontinuous).count == 1)
        #expect(rig.uris.filter { $0 == "41.3.m4s" }.count <= 6)
        #expect(try delay(rig) - 0.5 <= 3.5)
    }

    /// The server refuses a part that it has announced. The machine requests this part again when the playlist lists
    /// it, and no sound is lost.
    @Test func aPartThatIsAnnouncedTooSoonIsWaitedFor() throws {
        let rig = try failing("41.3.m4s", until: .seconds(LowLatencyOrigin.time(of: 41 * 8 + 3)))
        rig.run(for: .seconds(20))
        let places = places(rig)
        #expect(places == Array(places[0]..<places[0] + places.count))
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
        #expect(rig.ended == nil)
    }

    /// The last part of a segment fails, and the segment is complete by then. The machine fetches the whole segment,
    /// and no sound is lost.
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

    /// PART-HOLD-BACK is not a multiple of the parts' duration. The machine skips the beginning of the first part, so
    /// that the sound starts exactly PART-HOLD-BACK before the end of the playlist.
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
        // A client must stay at least two parts behind the live edge. A smaller PART-HOLD-BACK therefore counts as two
        // parts, one second here.
        try rig.open(LowLatencyOrigin.text(at: 0))
        let near = MachineRig(settings, script: LowLatencyOrigin.answer)
        try near.open(LowLatencyOrigin.text(at: 0, holdBack: 0.2))
        #expect(near.machine.presentation.partHoldBack?.seconds == 1)
    }

    /// Each key and each initialization section is fetched once, although the address of the playlist differs at each
    /// blocking reload.
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

    /// After a seek, the machine begins with the part that contains the position, not with the start of its segment.
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

    /// Returns a rig with two variants, on a network with `rate` bits per second (a function of the time). The server
    /// sends a part only when it exists.
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

    /// The machine requests parts before they exist, and the server answers later. This wait does not count as a slow
    /// network.
    @Test func waitingForPartsIsNotSlowness() throws {
        let rig = try ladder { _ in 10_000_000 }
        rig.run(for: .seconds(60))
        #expect(rig.stalls.isEmpty)
        #expect(Set(variants(rig)) == ["high"])
    }

    /// The network has 2,000 kbit/s, then 64, then 2,000 again. The machine switches to the lower variant and back, and
    /// delivers each moment of sound once, in order.
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
        // After a switch, the new variant continues at the position of the old one. It also delivers the part before
        // this position, which primes the decoder.
        var reached = rig.played[0].position
        for plan in rig.played {
            let begin = plan.position + (plan.skip ?? .zero)
            #expect(begin <= reached + MediaTime(seconds: 0.001), "\(begin.seconds), \(reached.seconds)")
            #expect(reached - begin <= MediaTime(seconds: 1.001))
            reached = max(reached, plan.position + plan.duration)
        }
    }
}
