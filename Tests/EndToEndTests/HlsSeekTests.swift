import RadioFormats
import RadioHls
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The length of HLS streams, seeking by time and by date, and the choice of a rendition.
@Suite struct HlsSeekTests {
    private func player() throws -> ObservedPlayer { try ObservedPlayer(PlaybackConfiguration(output: .null)) }

    private func liveOrigin() throws -> HlsOrigin {
        let origin = try HlsOrigin()
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true)
        var channel = HlsChannel(.event, targetDuration: 1, programme: programme)
        channel.programDate = MediaTime(value: 1_780_000_000, timescale: 1)
        origin.add("radio", channel)
        return origin
    }

    @Test func aProgrammeHasALengthAndCanBeSought() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        // The stream has ninety seconds, so that it does not end while the test waits.
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 1) { $0 < 90 ? programme($0) : nil })
        let length = (0..<90).reduce(0.0) { $0 + (programme($1)?.duration.seconds ?? 0) }
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let before = await player.manager.snapshot
        #expect(abs((before.stream?.duration?.inSeconds ?? 0) - length) < 0.2)
        #expect(before.seekableTimeRanges.first.map { $0.start == .zero && abs($0.end.seconds - length) < 0.2 } == true)
        // First seeks forward to a position that the player has not fetched yet, then back to one whose sound the
        // player has dropped.
        for position in [60.0, 20] {
            try await player.manager.seek(to: MediaTime(seconds: position))
            let there = await player.settles {
                $0.status == .playing && (position + 0.1...position + 20).contains($0.currentTime.seconds)
            }
            let snapshot = await player.manager.snapshot
            #expect(there, "\(snapshot.currentTime.seconds), \(player.story)")
        }
        await #expect(throws: SeekError.self) { try await player.manager.seek(to: MediaTime(seconds: 100)) }
        try await player.manager.seek(to: MediaTime(seconds: length - 1))
        #expect(await player.playedToEnd() != nil, "\(player.story)")
        #expect(await player.manager.snapshot.reconnectCount == 0)
    }

    /// After the last segment was fetched, the listener seeks to the start. The player fetches the first segment a
    /// second time.
    @Test func itGoesBackAfterAllWasFetched() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 10, loops: true)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 10) { $0 < 3 ? programme($0) : nil })
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        try await player.manager.seek(to: MediaTime(seconds: 11))
        #expect(await player.settles { $0.download == .ended }, "\(player.story)")
        #expect(await player.settles { $0.currentTime.seconds > 11.5 }, "\(player.story)")
        try await player.manager.seek(to: MediaTime(seconds: 0.5))
        #expect(await player.settles { (0.6...10).contains($0.currentTime.seconds) }, "\(player.story)")
        #expect(origin.count("/radio/0.mp3") == 2, "\(origin.paths)")
        try await player.manager.seek(to: MediaTime(seconds: 29))
        #expect(await player.playedToEnd(within: .seconds(60)) != nil, "\(player.story)")
    }

    @Test func aDateIsFound() async throws {
        let origin = try liveOrigin()
        defer { origin.stop() }
        origin.advance(seconds: 30)
        origin.startClock()
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let live = await player.manager.snapshot
        #expect((2...6).contains(live.liveOffset.inSeconds), "\(live.liveOffset)")
        let date = MediaTime(value: 1_780_000_010, timescale: 1)
        try await player.manager.seek(toDate: date)
        let there = await player.settles {
            $0.status == .playing && $0.currentDate.map { (0.05...12).contains(($0 - date).seconds) } == true
        }
        #expect(there, "\(player.story)")
        #expect(await player.manager.snapshot.liveOffset.inSeconds > 10)
        // Returns to the live edge.
        await player.manager.play(atLiveEdge: true)
        #expect(await player.settles { $0.status == .playing && $0.liveOffset < .seconds(6) }, "\(player.story)")
    }

    /// For a station that states no dates, the date of its sound is the time when the sound arrived. A file has no
    /// dates.
    @Test func withoutDates() async throws {
        let player = try player()
        defer { player.shutDown() }
        await #expect(throws: SeekError.nothingPlays) { try await player.manager.seek(to: .zero) }
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        await player.play(station.url)
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let error = await #expect(throws: SeekError.self) { try await player.manager.seek(toDate: .zero) }
        #expect(error?.code == "outOfRange")
        await player.play(Sample.mp3.path)
        #expect(await player.told(.playing) != nil, "\(player.story)")
        await #expect(throws: SeekError.noDate) { try await player.manager.seek(toDate: .zero) }
    }

    @Test func renditionsChangeWhileItPlays() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        for (name, title) in [("en", "English words"), ("de", "Deutsche Worte")] {
            let titles = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, title) })
            let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true, titles: titles)
            origin.add(name, HlsChannel(.event, targetDuration: 1, programme: programme))
        }
        origin.advance(seconds: 20)
        origin.startClock()
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant(
                [.init("en.m3u8", "BANDWIDTH=128000,CODECS=\"mp4a.40.34\",AUDIO=\"a\"")],
                tags: [
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,URI=\"en.m3u8\"",
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"de.m3u8\"",
                ]))
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/index.m3u8"))
        #expect(await player.heardTitle("English words") != nil, "\(player.story)")
        let snapshot = await player.manager.snapshot
        #expect(snapshot.renditions.map(\.name) == ["English", "Deutsch"])
        #expect(snapshot.selectedRendition?.name == "English")
        let german = try #require(snapshot.renditions.last)
        try await player.manager.select(german)
        let heard = try #require(await player.heardTitle("Deutsche Worte"), "\(player.story)")
        // The new rendition (German) continues at the position where the listener left the old one (English).
        let step = (heard.snapshot.currentTime - snapshot.currentTime).seconds
        #expect((-0.5...6).contains(step), "\(step)")
        #expect(heard.snapshot.selectedRendition?.name == "Deutsch")
        await #expect(throws: SeekError.noSuchRendition("Latin")) {
            try await player.manager.select(Rendition(kind: .audio, groupID: "a", name: "Latin"))
        }
    }
}
