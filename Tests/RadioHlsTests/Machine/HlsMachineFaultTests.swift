import RadioFormats
import RadioHls
import Testing

/// Faulty or malicious servers send strange playlists and segments. The `HlsMachine` makes few requests, never two of a
/// kind at once, its positions never decrease, and it never gets stuck. Its fuzz target found most of these faults.
struct HlsMachineFaultTests {
    /// The playlist states a duration of 0 for its segments (`EXTINF`), but they contain sound. They are played. (Once,
    /// the machine then waited for a negative amount of sound.)
    @Test func segmentsOfNoDurationArePlayed() throws {
        let text = Playlists.onDemand(6).replacing("#EXTINF:6.0", with: "#EXTINF:0")
        let rig = MachineRig { _, _ in .media(bytes: 96_000) }
        try rig.open(text)
        rig.run(for: .seconds(60))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == Array(0..<6))
    }

    /// Three empty segments in a row end the stream with an error, however fast the server answers.
    @Test(arguments: [false, true]) func emptySegmentsWithoutEndAreFew(_ isLive: Bool) throws {
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .bytes([]) }
            var live = Playlists.Live()
            // Each reloaded playlist lists a hundred new segments.
            live.newest = 100 * Int64(1 + now.seconds)
            live.count = 100
            return .playlist(live.text(at: 0))
        }
        try rig.open(isLive ? Playlists.Live().text(at: 0) : Playlists.onDemand(1000))
        rig.run(for: .seconds(60))
        #expect(rig.mediaUris.count == 3)
        guard case .some(.some(.noSound(let text))) = rig.ended else { return #expect(Bool(false), "no error") }
        #expect(text.contains("empty"))
    }

    /// The playlist lists new numbers, but the segments contain sound that was already received. The machine treats the
    /// playlist as one that does not change.
    @Test(arguments: [0.05, 1, 1.9]) func theSameSoundUnderNewNumbersIsStale(_ segment: Double) throws {
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else {
                return now < .seconds(10) ? .media(bytes: 8_000) : .repeated(bytes: 8_000)
            }
            var live = Playlists.Live()
            live.segment = segment
            live.newest = 1000 * Int64(1 + now.seconds)
            live.count = 100
            return .playlist(live.text(at: 0).replacing("TARGETDURATION:1\n", with: "TARGETDURATION:2\n"))
        }
        var first = Playlists.Live()
        first.segment = segment
        try rig.open(first.text(at: 0).replacing("TARGETDURATION:1\n", with: "TARGETDURATION:2\n"))
        rig.run(for: .seconds(60))
        guard case .some(.some(.stale(let text))) = rig.ended else { return #expect(Bool(false), "no error") }
        #expect(text.contains("only old sound"))
        #expect(rig.now < .seconds(20), "\(rig.now)")
        let repeated = rig.requests.filter { request in
            if case .media = request.fetch.purpose { request.at >= .seconds(10) } else { false }
        }
        // Three segments with repeated sound may be requested at once, then one per second.
        #expect(repeated.count <= 11, "\(repeated)")
    }

    /// A few segments contain sound that was already received, as happens when variants are cut at different places.
    /// The machine does not slow down.
    @Test func someSegmentsAgainCostNothing() throws {
        let rig = MachineRig { fetch, _ in
            ["seg2.ts", "seg3.ts", "seg4.ts"].contains(fetch.uri) ? .repeated(bytes: 96_000) : .media(bytes: 96_000)
        }
        try rig.open(Playlists.onDemand(9))
        rig.run(for: .seconds(90))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == [0, 1, 5, 6, 7, 8])
        #expect(rig.stalls.isEmpty, "\(rig.stalls)")
    }

    /// All segments of one variant are empty. The machine switches to another variant.
    @Test func emptySegmentsOfOneVariant() throws {
        let rig = MachineRig { fetch, _ in
            switch fetch.purpose {
            case .playlist: .playlist(Playlists.onDemand(8, prefix: String(fetch.uri.prefix(2))))
            case .media: fetch.uri.hasPrefix("hi") ? .bytes([]) : .media(bytes: 48_000)
            case .key, .initSection: .silence
            }
        }
        try rig.open(Playlists.variants([(64_000, "lo.m3u8"), (320_000, "hi.m3u8")]))
        rig.run(for: .seconds(90))
        #expect(rig.ended == .some(nil))
        #expect(rig.mediaUris.prefix(3).allSatisfy { $0.hasPrefix("hi") })
        #expect(rig.mediaUris.dropFirst(3).allSatisfy { $0.hasPrefix("lo") })
    }

    /// One or two empty segments between segments with sound are skipped.
    @Test func anEmptySegmentBreaksNothing() throws {
        let rig = MachineRig { fetch, _ in
            ["seg2.ts", "seg3.ts"].contains(fetch.uri) ? .bytes([]) : .media(bytes: 96_000)
        }
        try rig.open(Playlists.onDemand(7))
        rig.run(for: .seconds(90))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == [0, 1, 4, 5, 6])
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
    }

    /// A segment is damaged, although its key decrypted other segments. The machine skips the segment and requests the
    /// key again.
    @Test func aBrokenSegmentIsNoWrongKey() throws {
        let text = Playlists.onDemand(6, extra: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n")
        let rig = MachineRig { fetch, _ in
            switch fetch.purpose {
            case .media: fetch.uri == "seg2.ts" ? .unreadable(.damaged("a web page")) : .media(bytes: 96_000)
            case .key: .bytes([UInt8](repeating: 7, count: 16))
            case .playlist, .initSection: .silence
            }
        }
        try rig.open(text)
        rig.run(for: .seconds(60))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == [0, 1, 3, 4, 5])
        #expect(rig.uris.count { $0 == "k" } == 2)
    }

    /// The listener chooses another rendition while a reload of the current playlist is open. The machine cancels the
    /// reload. (Once, it stayed open.)
    @Test func aReloadIsGivenUpForAnotherTrack() throws {
        let rig = MachineRig { fetch, now in
            switch fetch.purpose {
            case .playlist:
                if fetch.uri == "hi.m3u8", now > .seconds(3) { return .silence }
                var live = Playlists.Live(prefix: String(fetch.uri.prefix(2)))
                live.segment = 4
                return .playlist(live.text(at: now.seconds))
            case .media: return .media(bytes: 160_000, rate: now > .seconds(3) ? 20_000 : 2_000_000)
            case .key, .initSection: return .silence
            }
        }
        try rig.open(Playlists.variants([(64_000, "lo.m3u8"), (320_000, "hi.m3u8")]))
        let isLeft = rig.run(until: .seconds(40)) { rig.uris.last == "lo.m3u8" }
        #expect(isLeft, "\(rig.requests)")
        let silent = rig.requests.filter { $0.fetch.uri == "hi.m3u8" && $0.at > .seconds(3) }
        #expect(!silent.isEmpty, "\(rig.requests)")
        #expect(silent.allSatisfy { rig.cancelled.contains($0.id) }, "\(rig.requests), \(rig.cancelled)")
    }

    /// The listener chose a rendition before the first playlist arrived, and the server lacks it. The machine tries
    /// another one. (It once made no further request.)
    @Test func aRenditionThatDoesNotComeIsNoDeadEnd() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="a",DEFAULT=YES,URI="a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="b",URI="b.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2",AUDIO="g"
            v.m3u8
            """
        let rig = MachineRig { fetch, _ in fetch.uri == "b.m3u8" ? .fails(.status(404)) : .silence }
        try rig.open(text)
        rig.step(.select(rendition: "b", from: .zero))
        #expect(rig.uris == ["a.m3u8", "b.m3u8"])
        #expect(rig.cancelled == [1])
        rig.run(for: .seconds(30))
        guard case .some(.some(.fetch)) = rig.ended else { return #expect(Bool(false), "\(rig.requests)") }
    }

    /// Each reload returns a delta update (a playlist that leaves out old segments) that does not match the known
    /// playlist. The machine does not answer each of them with a new request.
    @Test func updatesThatNeverFitAreNoStorm() throws {
        let live = Playlists.Live()
        let rig = MachineRig { fetch, _ in
            guard case .playlist = fetch.purpose else { return .media(bytes: 96_000) }
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n"
            return .playlist(text + "#EXTINF:6,\nx.ts\n", after: .milliseconds(1))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(20))
        // The first reload comes after a target duration, the second at once, and all others every half target
        // duration.
        #expect((3...8).contains(rig.playlistTimes.count), "\(rig.playlistTimes)")
    }

    /// The playlist allows blocking reloads, but the server does not block and always has something new. The machine
    /// still limits how often it reloads.
    @Test func blockingReloadsHaveABound() throws {
        var settings = HlsSettings()
        settings.isLowLatency = true
        var count = 0.0
        let rig = MachineRig(settings) { fetch, _ in
            guard case .playlist = fetch.purpose else { return .media(bytes: 8000) }
            count += LowLatencyOrigin.part
            return .playlist(LowLatencyOrigin.text(at: count), after: .milliseconds(1))
        }
        try rig.open(LowLatencyOrigin.text(at: 0))
        rig.run(for: .seconds(5))
        #expect((10...51).contains(rig.playlistTimes.count), "\(rig.playlistTimes.count)")
    }

    /// A playlist changes the durations of segments that it listed before. Positions never move back.
    @Test func durationsThatChangeMoveNothingBack() throws {
        let live = Playlists.Live()
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 96_000) }
            let text = live.text(at: now.seconds)
            return .playlist(now < .seconds(20) ? text : text.replacing("#EXTINF:6.0", with: "#EXTINF:1.5"))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(80))
        #expect(rig.played.count > 8)
        for (one, next) in zip(rig.played, rig.played.dropFirst()) {
            #expect(one.position < next.position, "\(one.sequence) at \(one.position), then \(next.position)")
        }
    }

    /// At every reload, the server starts anew and lists centuries of segments. No sum of durations overflows.
    /// Fourteen lists last longer than the largest `MediaTime`.
    @Test func centuriesOfSegmentsAreBounded() throws {
        var machine = HlsMachine()
        var playlist = MediaPlaylist()
        let segment = MediaSegment(sequence: 0, uri: "", duration: MediaTime(value: 21_600, timescale: 1))
        let count = Int64(46_000)
        playlist.segments = Array(repeating: segment, count: Int(count))
        var id: Int?
        var last = MediaTime.zero
        for turn in 0..<14 as Range<Int64> {
            let first = 1 << 40 - turn
            playlist.mediaSequence = first
            for index in playlist.segments.indices {
                playlist.segments[index].sequence = first + Int64(index)
                playlist.segments[index].uri = turn % 2 == 0 ? "a" : "b"
            }
            var now = Duration.seconds(Double(turn) * 20)
            let event = id.map { HlsEvent.playlistArrived($0, .media(playlist), url: "u") }
            var actions = machine.handle(event ?? .opened(.media(playlist), url: "u"), held: .seconds(99), at: now)
            #expect(machine.presentation.end >= last)
            last = machine.presentation.end
            id = nil
            while id == nil, let deadline = machine.nextDeadline {
                for case .fetch(let number, let fetch) in actions {
                    if fetch.purpose == .playlist { id = number }
                }
                guard id == nil else { break }
                now = max(now, deadline)
                actions = machine.handle(.tick, held: .seconds(99), at: now)
            }
            try #require(id != nil)
        }
        #expect(last.seconds > 1e9)
    }

    /// The choice among hundreds of variants that share thousands of renditions takes little time. (Comparing each of
    /// them with all others once took minutes.)
    @Test(.timeLimit(.minutes(1))) func manyVariantsOfManyRenditionsAreChosenFrom() throws {
        var playlist = MultivariantPlaylist()
        for number in 0..<M3U8Reader.maximumRenditions {
            let name = "rendition \(number)"
            playlist.renditions.append(Rendition(kind: .audio, groupID: "g", name: name, uri: "\(number).m3u8"))
        }
        for number in 0..<M3U8Reader.maximumVariants {
            var variant = Variant(uri: "\(number)", bandwidth: number)
            variant.audioGroup = "g"
            playlist.variants.append(variant)
        }
        var machine = HlsMachine()
        let actions = machine.handle(.opened(.multivariant(playlist), url: "u"), held: .zero, at: .zero)
        guard case .fetch(_, let fetch) = actions.first else { return #expect(Bool(false), "\(actions)") }
        #expect(fetch.uri == "0.m3u8")
    }

    /// A segment's request has failed, and the machine waits for the next try. Meanwhile, it ignores events of any
    /// request number, because it has no open request.
    @Test func eventsOfNoRequestAreIgnored() throws {
        var machine = HlsMachine()
        let playlist = try M3U8Reader.read(Array(Playlists.onDemand(9).utf8))
        let actions = machine.handle(.opened(playlist, url: "http://s/"), held: .zero, at: .zero)
        guard case .fetch(let id, _)? = actions.last else { return #expect(Bool(false), "\(actions)") }
        let failure = HlsFailure(.connectionLost, "it broke")
        #expect(machine.handle(.fetchFailed(id, failure), held: .zero, at: .zero) == [])
        for stray in [0, id, id + 1, -1] {
            #expect(machine.handle(.unreadable(stray, .noSound), held: .zero, at: .zero) == [])
            #expect(machine.handle(.fetchFinished(stray, bytes: []), held: .zero, at: .zero) == [])
            #expect(machine.handle(.fetchFailed(stray, failure), held: .zero, at: .zero) == [])
            #expect(machine.handle(.playlistArrived(stray, playlist, url: "u"), held: .zero, at: .zero) == [])
        }
        let due = try #require(machine.nextDeadline)
        #expect(machine.handle(.tick, held: .zero, at: due).count == 1)
    }
}
