import RadioFormats
import RadioHls
import Testing

/// How an `HlsMachine` handles playlists with an end, seeking, keys, initialization sections and byte ranges.
struct HlsMachineDemandTests {
    private func rig(
        _ text: String, settings: HlsSettings = .init(),
        special: @escaping (HlsFetch, Duration) -> MachineRig.Answer? = { _, _ in nil }
    ) throws -> MachineRig {
        let rig = MachineRig(settings) { fetch, now in
            if let answer = special(fetch, now) { return answer }
            switch fetch.purpose {
            case .playlist: return .playlist(text)
            case .media: return .media(bytes: 96_000)
            case .key: return .bytes([UInt8](repeating: 7, count: 16))
            case .initSection: return .bytes([1, 2, 3])
            }
        }
        try rig.open(text)
        return rig
    }

    @Test func itPlaysFromTheStartAndEnds() throws {
        let rig = try rig(Playlists.onDemand(10))
        #expect(rig.machine.presentation.isFinite)
        #expect(rig.machine.presentation.duration.seconds == 60)
        rig.run(for: .seconds(100))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == Array(0..<10))
        #expect(rig.playlistTimes.isEmpty)
        #expect(rig.stalls.count <= 1)
        // At most three segments of six seconds are held at a time: the one that plays and the next two.
        #expect(rig.maximumHeld <= .seconds(18.1))
    }

    @Test func itGoesOnWhereItWas() throws {
        var settings = HlsSettings()
        settings.startTime = MediaTime(seconds: 26.5)
        let rig = try rig(Playlists.onDemand(10), settings: settings)
        rig.run(for: .seconds(5))
        #expect(rig.played.first?.sequence == 4)
        #expect(rig.played.first?.skip?.seconds == 2.5)
        #expect(rig.played.dropFirst().allSatisfy { $0.skip == nil })
    }

    @Test(arguments: [(0.0, Int64(0), 0.0), (30, 5, 0), (33.25, 5, 3.25), (-5, 0, 0), (59, 9, 5)])
    func seekingFindsTheSegment(_ time: Double, _ sequence: Int64, _ skip: Double) throws {
        let rig = try rig(Playlists.onDemand(10))
        rig.run(for: .seconds(8))
        let before = rig.played.count
        rig.step(.seek(MediaTime(seconds: time)))
        rig.run(for: .seconds(3))
        let first = try #require(rig.played.dropFirst(before).first)
        #expect(first.sequence == sequence)
        #expect(first.skip?.seconds ?? 0 == skip)
        #expect(first.isDiscontinuous)
    }

    /// The server never answers the request for one segment. The machine skips the segment after its timeout. A
    /// playlist with an end is never reloaded, so no other event would wake the machine: it must make its next request
    /// in the same turn.
    @Test func aSegmentThatNeverComesIsPassedOver() throws {
        let rig = try rig(Playlists.onDemand(10)) { fetch, _ in
            guard case .media(let plan) = fetch.purpose, plan.sequence == 3 else { return nil }
            return .silence
        }
        rig.run(for: .seconds(120))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == [0, 1, 2, 4, 5, 6, 7, 8, 9])
    }

    @Test func seekingToTheEndEnds() throws {
        let rig = try rig(Playlists.onDemand(10))
        rig.run(for: .seconds(8))
        rig.step(.seek(MediaTime(seconds: 60)))
        #expect(rig.ended == .some(nil))
    }

    /// An EVENT playlist keeps all its segments, so the listener can seek to any of them.
    @Test func anEventKeepsItsPast() throws {
        func text(_ count: Int) -> String {
            Playlists.onDemand(count).replacing("VOD", with: "EVENT").replacing("#EXT-X-ENDLIST\n", with: "")
        }
        let rig = MachineRig { fetch, now in
            if case .playlist = fetch.purpose { return .playlist(text(10 + Int(now.seconds / 6))) }
            return .media(bytes: 96_000)
        }
        try rig.open(text(10))
        rig.run(for: .seconds(31))
        #expect(rig.played.first?.sequence == 7)
        #expect(!rig.machine.presentation.isFinite)
        #expect(rig.machine.presentation.start.seconds == 0)
        #expect(rig.machine.presentation.end.seconds >= 84)
        rig.step(.seek(MediaTime(seconds: 6)))
        rig.run(for: .seconds(5))
        #expect(rig.played.contains { $0.sequence == 1 })
    }

    // MARK: What segments need

    @Test func aKeyIsFetchedOnceAndRotates() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:5
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXTINF:6,
            a.ts
            #EXTINF:6,
            b.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k2",IV=0x000102030405060708090A0B0C0D0E0F
            #EXTINF:6,
            c.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,
            d.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXTINF:6,
            e.ts
            #EXT-X-ENDLIST
            """
        let rig = try rig(text) { fetch, _ in
            guard case .key = fetch.purpose else { return nil }
            return .bytes([UInt8](repeating: fetch.uri == "k1" ? 1 : 2, count: 16))
        }
        rig.run(for: .seconds(60))
        #expect(rig.uris == ["k1", "a.ts", "b.ts", "k2", "c.ts", "d.ts", "e.ts"])
        let ciphers = rig.played.map(\.cipher)
        #expect(ciphers.map { $0?.key.first } == [1, 1, 2, nil, 1])
        // A key without the attribute IV uses the segment's media sequence number as the initialization vector (RFC
        // 8216 §5.2).
        #expect(ciphers[0]?.iv == [UInt8](repeating: 0, count: 15) + [5])
        #expect(ciphers[2]?.iv == Array(0..<16))
        #expect(ciphers[4]?.iv.last == 9)
    }

    @Test(arguments: [0, 15, 17, 32]) func aKeyOfAnotherSizeIsAnError(_ count: Int) throws {
        let text = Playlists.onDemand(3, extra: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n")
        let rig = try rig(text) { fetch, _ in
            if case .key = fetch.purpose { .bytes([UInt8](repeating: 0, count: count)) } else { nil }
        }
        rig.run(for: .seconds(5))
        guard case .some(.some(.wrongKey)) = rig.ended else { return #expect(Bool(false), "no error") }
        #expect(rig.mediaUris.isEmpty)
        // The request for the key had ended, and there was no other, so none was cancelled.
        #expect(rig.cancelled.isEmpty)
    }

    /// A wrong key must not cause noise: the decrypted bytes are not a segment, so the stream ends with an error.
    @Test func aKeyThatDoesNotFitIsAnError() throws {
        let text = Playlists.onDemand(3, extra: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n")
        let rig = try rig(text) { fetch, _ in
            if case .media = fetch.purpose { .unreadable(.damaged("nothing that is known")) } else { nil }
        }
        rig.run(for: .seconds(5))
        guard case .some(.some(.wrongKey)) = rig.ended else { return #expect(Bool(false), "no error") }
    }

    @Test(arguments: [
        ("METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"", "SAMPLE-AES (FairPlay)"),
        ("METHOD=SAMPLE-AES,URI=\"k\"", "SAMPLE-AES"),
        (
            "METHOD=SAMPLE-AES-CTR,URI=\"data:x\",KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"",
            "SAMPLE-AES-CTR (Widevine)"
        ),
    ]) func whatNeedsALicenceIsNamed(_ attributes: String, _ name: String) throws {
        let rig = try rig(Playlists.onDemand(3, extra: "#EXT-X-KEY:\(attributes)\n"))
        #expect(rig.ended == .some(.some(.encrypted(name))))
        #expect(rig.requests.isEmpty)
    }

    @Test func anInitSectionIsFetchedOnce() throws {
        let text = Playlists.onDemand(4, extra: "#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"700@10\"\n")
        let rig = try rig(text)
        rig.run(for: .seconds(40))
        #expect(rig.uris == ["init.mp4", "seg0.ts", "seg1.ts", "seg2.ts", "seg3.ts"])
        #expect(rig.requests[0].fetch.range == HlsByteRange(offset: 10, length: 700))
        #expect(rig.played.allSatisfy { $0.map?.bytes == [1, 2, 3] })
    }

    @Test func byteRangesAreAskedFor() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXTINF:6,
            #EXT-X-BYTERANGE:100@50
            all.ts
            #EXTINF:6,
            #EXT-X-BYTERANGE:200
            all.ts
            #EXT-X-ENDLIST
            """
        let rig = try rig(text)
        rig.run(for: .seconds(20))
        #expect(rig.requests.map(\.fetch.range) == [.init(offset: 50, length: 100), .init(offset: 150, length: 200)])
    }

    @Test func aDiscontinuityHasItsNumber() throws {
        let text = Playlists.onDemand(4).replacing(
            "#EXTINF:6.0,\nseg2", with: "#EXT-X-DISCONTINUITY\n#EXTINF:6.0,\nseg2")
        let rig = try rig(text)
        rig.run(for: .seconds(40))
        #expect(rig.played.map(\.discontinuity) == [0, 0, 1, 1])
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
    }

    // MARK: What the playlist says about the sound

    @Test func titlesAndDateRangesStandAtTheirSound() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-PROGRAM-DATE-TIME:2026-11-21T08:00:00Z
            #EXT-X-DATERANGE:ID="a",START-DATE="2026-11-21T08:00:08.500Z",X-TITLE="Song"
            #EXT-X-DATERANGE:ID="old",START-DATE="2026-11-21T07:59:00Z",DURATION=5,X-TITLE="Gone"
            #EXT-X-DATERANGE:ID="on",START-DATE="2026-11-21T07:59:00Z",DURATION=90,X-TITLE="On"
            #EXTINF:6,First
            a.ts
            #EXTINF:6,First
            b.ts
            #EXTINF:6,Second
            c.ts
            #EXT-X-ENDLIST
            """
        // The first request for each file fails, so the machine requests each file twice.
        var failed: Set<String> = []
        let rig = try rig(text) { fetch, _ in failed.insert(fetch.uri).inserted ? .fails(.status(503)) : nil }
        rig.run(for: .seconds(30))
        let notes = rig.played.map { plan in
            plan.notes.map { "\($0.metadata.kind.rawValue) \($0.offset.seconds)" }
        }
        #expect(notes == [["extinf 0.0", "dateRange 0.0"], ["dateRange 2.5"], ["extinf 0.0"]])
        #expect(rig.played[1].wallClock.map { $0 - rig.played[0].wallClock! } == MediaTime(seconds: 6))
    }

    @Test func nothingToPlayIsAnError() throws {
        let pictures = MachineRig { _, _ in .silence }
        try pictures.open("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:6,\na.ts\n")
        guard case .some(.some(.noSound)) = pictures.ended else { return #expect(Bool(false), "no error") }
        let empty = MachineRig { _, _ in .silence }
        try empty.open("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-ENDLIST\n")
        guard case .some(.some(.noSound)) = empty.ended else { return #expect(Bool(false), "no error") }
    }
}
