import RadioFormats
import RadioHls
import Testing

/// How an `HlsMachine` chooses its track, which is the media playlist of a variant or rendition: by quality, by the
/// network's rate, after failures, and by codec.
struct HlsMachineTrackTests {
    private let ladder = Playlists.variants([
        (64_000, "lo.m3u8"), (128_000, "mid.m3u8"), (320_000, "hi.m3u8"),
    ])

    /// Returns a rig with several variants in segments of four seconds. `rates` gives the network's bits per second
    /// from each time on.
    private func rig(
        _ text: String? = nil, settings: HlsSettings = .init(), isLive: Bool = false,
        rates: [(from: Double, bits: Double)] = [(0, 10_000_000)],
        special: @escaping (HlsFetch, Duration) -> MachineRig.Answer? = { _, _ in nil }
    ) throws -> MachineRig {
        let rig = MachineRig(settings) { fetch, now in
            if let answer = special(fetch, now) { return answer }
            switch fetch.purpose {
            case .playlist:
                let name = fetch.uri.prefix { $0 != "." }
                var live = Playlists.Live(prefix: "\(name)-")
                live.segment = 4
                return .playlist(
                    isLive ? live.text(at: now.seconds) : Playlists.onDemand(60, segment: 4, prefix: "\(name)-"))
            case .media(let plan):
                let bits = fetch.uri.hasPrefix("hi") ? 320_000.0 : fetch.uri.hasPrefix("mid") ? 128_000 : 64_000
                let rate = rates.last { $0.from <= now.seconds }?.bits ?? 10_000_000
                return .media(bytes: Int(bits * plan.duration.seconds / 8), rate: rate)
            case .key, .initSection: return .bytes([UInt8](repeating: 0, count: 16))
            }
        }
        try rig.open(text ?? ladder)
        return rig
    }

    private static func settings(_ quality: StreamQuality) -> HlsSettings {
        var settings = HlsSettings()
        settings.quality = quality
        return settings
    }

    @Test(arguments: [
        (StreamQuality.high, "hi"), (.medium, "mid"), (.low, "lo"), (.auto, "hi"),
    ]) func qualityChoosesTheRung(_ quality: StreamQuality, _ name: String) throws {
        let rig = try rig(settings: Self.settings(quality))
        rig.run(for: .seconds(30))
        #expect(rig.uris.first == name + ".m3u8")
        #expect(rig.mediaUris.allSatisfy { $0.hasPrefix(name) })
        // The machine requested one media playlist, that of the chosen variant.
        #expect(rig.playlistTimes.count == 1)
    }

    /// The network has 1,000 kbit/s, then 80, then 1,000 again. The machine switches from the variant of 320 kbit/s to
    /// that of 64 before the sound runs out, and back later. No segment is lost or repeated.
    @Test(arguments: [false, true]) func aThrottledNetworkIsFollowed(_ isLive: Bool) throws {
        let rig = try rig(isLive: isLive, rates: [(0, 1_000_000), (40, 80_000), (120, 1_000_000)])
        rig.run(for: .seconds(38))
        #expect(rig.mediaUris.last?.hasPrefix("hi") == true)
        rig.run(for: .seconds(80))
        #expect(rig.stalls.isEmpty, "\(rig.requests)")
        #expect(rig.mediaUris.last?.hasPrefix("lo") == true, "\(rig.mediaUris)")
        rig.run(for: .seconds(60))
        #expect(rig.stalls.isEmpty, "\(rig.requests)")
        #expect(rig.mediaUris.last?.hasPrefix("hi") == true, "\(rig.mediaUris)")
        let positions = rig.played.map(\.position.seconds)
        let first = try #require(positions.first)
        #expect(positions == positions.indices.map { first + Double($0) * 4 }, "\(rig.mediaUris)")
        // The machine switches a few times only, not back and forth between variants.
        let changes = zip(rig.played, rig.played.dropFirst()).filter { $0.track != $1.track }.count
        #expect(changes <= 5, "\(rig.mediaUris)")
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
    }

    @Test func aSlowNetworkFromTheStartIsNoticed() throws {
        let rig = try rig(rates: [(0, 100_000)])
        rig.run(for: .seconds(60))
        #expect(rig.mediaUris.last?.hasPrefix("lo") == true, "\(rig.mediaUris)")
        let after = rig.stalls.filter { $0 > .seconds(20) }
        #expect(after.isEmpty, "\(rig.stalls)")
    }

    /// The response states no length. The tag EXT-X-BITRATE shows that the segment is small and arrives in time.
    /// Without the tag, the machine must assume the variant's peak bit rate, at which the segment would arrive too
    /// late.
    @Test(arguments: [true, false]) func theBitRateOfASegmentTellsItsLength(_ isTold: Bool) throws {
        let rig = try rig { fetch, _ in
            switch fetch.purpose {
            case .playlist:
                guard fetch.uri == "hi.m3u8" else { return nil }
                let list = Playlists.onDemand(60, segment: 4, prefix: "hi-")
                let told = "#EXT-X-BITRATE:40\n#EXTINF"
                return .playlist(
                    isTold ? String(list.replacing("#EXTINF", with: told)) : list)
            // A segment of 4 s at 40 kbit/s arrives in 1.6 s on this network of 100 kbit/s.
            case .media: return .media(bytes: 20_000, rate: 100_000, isSized: false)
            case .key, .initSection: return nil
            }
        }
        rig.run(for: .seconds(3))
        #expect(rig.mediaUris.first == "hi-0.ts")
        #expect(rig.cancelled.isEmpty == isTold, "\(rig.requests)")
        #expect(rig.played.first?.track == (isTold ? 1 : 2))
    }

    /// The server is slow to send the first byte of a response. This wait does not count as a slow network.
    @Test func aLateFirstByteIsNoReasonToGoDown() throws {
        let rig = try rig(rates: [(0, 5_000_000)]) { fetch, now in
            guard case .media(let plan) = fetch.purpose, now < .seconds(2) else { return nil }
            return .later(bytes: Int(320_000 * plan.duration.seconds / 8), after: .milliseconds(1500))
        }
        rig.run(for: .seconds(20))
        #expect(rig.mediaUris.allSatisfy { $0.hasPrefix("hi-") }, "\(rig.mediaUris)")
    }

    /// The network has 320 kbit/s, then 64, then 320 again, and each response begins 250 ms late. The machine keeps a
    /// variant as long as the network is fast enough for it: a segment that downloads in two thirds of its duration
    /// arrives in time, even if less sound was held when the segment was requested.
    @Test(arguments: [false, true], [2.0, 4, 6, 10]) func whatTheLineCarriesIsKept(_ isLive: Bool, _ segment: Double)
        throws
    {
        let rig = MachineRig { fetch, now in
            let name = fetch.uri.prefix { $0 != "." && $0 != "-" }
            guard case .media = fetch.purpose else {
                var live = Playlists.Live(prefix: "\(name)-")
                live.segment = segment
                let all = Playlists.onDemand(Int(600 / segment), segment: segment, prefix: "\(name)-")
                return .playlist(isLive ? live.text(at: now.seconds) : all, after: .milliseconds(250))
            }
            let bits = name == "hi" ? 211_000.0 : name == "mid" ? 106_000 : 47_000
            let rate = now > .seconds(60) && now < .seconds(120) ? 64_000.0 : 320_000
            return .later(bytes: Int(bits * segment / 8), after: .milliseconds(250), rate: rate)
        }
        try rig.open(Playlists.variants([(44_000, "lo.m3u8"), (105_600, "mid.m3u8"), (211_200, "hi.m3u8")]))
        rig.run(for: .seconds(400))
        #expect(rig.stalls.isEmpty)
        func rungs(_ from: Double, _ to: Double) -> [Int] {
            rig.requests.filter { $0.at.seconds >= from && $0.at.seconds < to }.compactMap { request in
                guard case .media = request.fetch.purpose else { return nil }
                return ["lo": 0, "mid": 1][String(request.fetch.uri.prefix { $0 != "-" })] ?? 2
            }
        }
        let (before, after) = (rungs(0, 60), rungs(122, 400))
        #expect(Set(before) == [2], "\(before)")
        #expect(rungs(80, 120).contains(0))
        #expect(after == after.sorted() && after.last ?? 0 >= 1, "\(after)")
    }

    /// The player has no room for more sound, so a segment arrives only as fast as it is heard. This does not count as
    /// a slow network.
    @Test func whatIsHeldBackIsNoSlowNetwork() throws {
        let rig = MachineRig { fetch, _ in
            let name = fetch.uri.prefix { $0 != "." && $0 != "-" }
            guard case .media = fetch.purpose else {
                return .playlist(Playlists.onDemand(30, segment: 10, prefix: "\(name)-"))
            }
            return .media(bytes: name == "hi" ? 400_000 : 80_000)
        }
        rig.room = .seconds(9.8)
        try rig.open(ladder)
        rig.run(for: .seconds(200))
        #expect(rig.stalls.isEmpty)
        #expect(rig.played.count > 15)
        #expect(rig.mediaUris.allSatisfy { $0.hasPrefix("hi-") }, "\(rig.mediaUris)")
    }

    /// The player pauses for an hour in the middle of a segment. The machine continues with the same variant.
    @Test func aPauseInASegmentIsNoSlowNetwork() throws {
        let rig = try rig(rates: [(0, 400_000)])
        rig.run(until: .seconds(60)) { rig.mediaUris.count == 3 }
        rig.run(for: .milliseconds(700))
        rig.isListening = false
        rig.room = .milliseconds(1)
        rig.run(for: .seconds(3600))
        #expect(rig.played.count == 2)
        rig.isListening = true
        rig.room = .seconds(1000)
        rig.run(for: .seconds(60))
        #expect(rig.played.count > 10)
        #expect(rig.mediaUris.allSatisfy { $0.hasPrefix("hi-") }, "\(rig.mediaUris)")
        #expect(rig.cancelled.isEmpty)
    }

    // MARK: Failover

    @Test func aRedundantVariantTakesOver() throws {
        let text = Playlists.variants([(128_000, "mid.m3u8"), (128_000, "mid2.m3u8"), (64_000, "lo.m3u8")])
        let rig = try rig(text) { fetch, _ in fetch.uri == "mid.m3u8" ? .fails(.status(500)) : nil }
        rig.run(for: .seconds(20))
        #expect(rig.uris.prefix(2) == ["mid.m3u8", "mid2.m3u8"])
        #expect(rig.mediaUris.allSatisfy { $0.hasPrefix("mid2") })
    }

    @Test func segmentsThatDoNotComeAreTakenElsewhere() throws {
        let text = Playlists.variants([(128_000, "mid.m3u8"), (128_000, "mid2.m3u8")])
        let rig = try rig(text) { fetch, now in
            fetch.uri.hasPrefix("mid-") && now > .seconds(12) ? .fails(.status(404)) : nil
        }
        rig.run(for: .seconds(60))
        #expect(rig.mediaUris.last?.hasPrefix("mid2-") == true, "\(rig.mediaUris)")
        #expect(rig.ended == nil)
    }

    /// Two variants are equal (redundant), and one of them lacks a segment. The machine fetches the segment from the
    /// other one. If both lack it, the machine skips it.
    @Test(arguments: [false, true]) func aSegmentThatIsMissingIsFetchedFromARedundantVariant(_ isInNeither: Bool) throws
    {
        let text = Playlists.variants([(128_000, "mid.m3u8"), (128_000, "mid2.m3u8")])
        let rig = try rig(text) { fetch, _ in
            guard fetch.uri.contains("-5.") else { return nil }
            return isInNeither || fetch.uri.hasPrefix("mid-") ? .fails(.status(404)) : nil
        }
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil)
        #expect(rig.stalls.isEmpty)
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]...numbers[numbers.count - 1]).filter { $0 != 5 || !isInNeither })
        #expect(rig.mediaUris.filter { $0.contains("-5.") }.count <= 4, "\(rig.mediaUris)")
        #expect(rig.mediaUris.last?.hasPrefix("mid2-") == true)
    }

    /// The playlist of the redundant variant is missing, too. The machine continues with the current variant.
    @Test func aRedundantVariantThatIsNotThereEndsNothing() throws {
        let text = Playlists.variants([(128_000, "mid.m3u8"), (128_000, "mid2.m3u8")])
        let rig = try rig(text) { fetch, _ in
            fetch.uri.contains("-5.") || fetch.uri == "mid2.m3u8" ? .fails(.status(404)) : nil
        }
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil)
        #expect(rig.stalls.isEmpty)
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]...numbers[numbers.count - 1]).filter { $0 != 5 })
    }

    @Test func aStalePlaylistIsLeft() throws {
        let text = Playlists.variants([(128_000, "mid.m3u8"), (128_000, "mid2.m3u8")])
        var live = Playlists.Live(prefix: "mid-")
        live.segment = 4
        let frozen = live
        let rig = try rig(text, isLive: true) { fetch, now in
            fetch.uri == "mid.m3u8" ? .playlist(frozen.text(at: min(now.seconds, 20))) : nil
        }
        rig.run(for: .seconds(80))
        #expect(rig.ended == nil)
        #expect(rig.uris.last { $0.hasSuffix("m3u8") } == "mid2.m3u8")
        let change = try #require(rig.requests.first { $0.fetch.uri == "mid2.m3u8" })
        #expect((32...40).contains(change.at.seconds), "\(change)")
        // No segment is lost or repeated.
        let positions = rig.played.map(\.position.seconds)
        for (one, next) in zip(positions, positions.dropFirst()) { #expect(next - one == 4) }
    }

    @Test func withoutAnyPlaylistItEnds() throws {
        let rig = try rig { fetch, _ in fetch.uri.hasSuffix("m3u8") ? .fails(.status(404)) : nil }
        rig.run(for: .seconds(20))
        guard case .some(.some(.fetch(let failure))) = rig.ended else { return #expect(Bool(false), "no error") }
        #expect(failure.kind == .status(404))
        #expect(Set(rig.uris) == ["lo.m3u8", "mid.m3u8", "hi.m3u8"])
    }

    /// A multivariant playlist names itself as a variant. The stream ends with an error instead of loading it forever.
    @Test func aPlaylistThatNamesItselfEnds() throws {
        let text = Playlists.variants([(128_000, "index.m3u8")])
        let rig = try rig(text) { fetch, _ in fetch.uri == "index.m3u8" ? .playlist(text) : nil }
        rig.run(for: .seconds(20))
        #expect(rig.uris == ["index.m3u8"])
        guard case .some(.some(.fetch)) = rig.ended else {
            return #expect(Bool(false), "\(String(describing: rig.ended))")
        }
    }

    // MARK: Codecs

    @Test func whatCannotBeDecodedIsPassedOver() throws {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=24000,CODECS="mp4a.40.42"
            xhe.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="ac-3"
            ac3.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.5"
            aac.m3u8
            """
        let rig = try rig(text)
        rig.run(for: .seconds(5))
        #expect(rig.uris.first == "aac.m3u8")
    }

    @Test func whatWasOfferedIsNamed() throws {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=24000,CODECS="mp4a.40.42"
            xhe.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="ac-3"
            ac3.m3u8
            """
        let rig = try rig(text)
        guard case .some(.some(.unsupported(let words))) = rig.ended else { return #expect(Bool(false), "no error") }
        #expect(words.contains("xHE-AAC") && words.contains("AC-3"))
        #expect(rig.requests.isEmpty)
    }

    /// The playlist has no attribute CODECS, so the codec becomes known with the first segment. The machine cannot play
    /// it and tries another variant.
    @Test func aCodecThatShowsInTheSegmentIsLeft() throws {
        let rig = try rig(Playlists.variants([(64_000, "lo.m3u8"), (128_000, "mid.m3u8")], codecs: nil)) { fetch, _ in
            fetch.uri.hasPrefix("mid-") ? .unreadable(.unsupportedCodec("AC-3")) : nil
        }
        rig.run(for: .seconds(10))
        #expect(rig.played.count > 1)
        #expect(rig.played.allSatisfy { $0.track == 2 })
        #expect(rig.mediaUris.dropFirst().allSatisfy { $0.hasPrefix("lo-") })
    }

    @Test func videoIsTakenOnlyWhereNothingElseIs() throws {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.42e01e,mp4a.40.2",RESOLUTION=640x360
            video.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
            lo.m3u8
            """
        #expect(try rig(text).uris == ["lo.m3u8"])
        let onlyVideo = text.split(separator: "\n").prefix(3).joined(separator: "\n")
        let rig = try rig(onlyVideo)
        #expect(rig.uris == ["video.m3u8"])
        #expect(rig.ended == nil)
    }

    // MARK: Renditions

    private let renditions = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="deu",AUTOSELECT=YES,URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Français",LANGUAGE="fr-CA",URI="fr.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.42e01e,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"
        video.m3u8
        """

    @Test(arguments: [
        ([], "en.m3u8"), (["de"], "de.m3u8"), (["de-AT"], "de.m3u8"), (["fr"], "fr.m3u8"), (["xx", "fra"], "fr.m3u8"),
        (["xx"], "en.m3u8"),
    ]) func aRenditionIsChosenByLanguage(_ languages: [String], _ uri: String) throws {
        var settings = HlsSettings()
        settings.languages = languages
        let rig = try rig(renditions, settings: settings)
        rig.run(for: .seconds(1))
        // The machine requests the playlist of the rendition first, and never the variant's own playlist.
        #expect(rig.uris.first == uri)
        #expect(rig.playlistTimes.count == 1)
        #expect(rig.machine.presentation.renditions.map(\.name) == ["English", "Deutsch", "Français"])
    }

    @Test func anotherRenditionTakesOverWhereTheListenerIs() throws {
        let rig = try rig(renditions)
        rig.run(for: .seconds(30))
        let position = MediaTime(seconds: rig.heard.seconds)
        rig.step(.select(rendition: "Deutsch", from: position))
        rig.run(for: .seconds(10))
        let first = try #require(rig.played.first { $0.track == 2 })
        let begin = first.position + (first.skip ?? .zero)
        #expect(abs((begin - position).seconds) < 0.001)
        #expect(rig.mediaUris.last?.hasPrefix("de-") == true)
        #expect(rig.machine.presentation.track.rendition?.name == "Deutsch")
        // A rendition's name that does not exist changes nothing.
        let count = rig.requests.count
        rig.step(.select(rendition: "Latin", from: position))
        #expect(rig.requests.count == count)
    }
}
