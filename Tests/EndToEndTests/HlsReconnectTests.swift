import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// When the player reconnects to a live HLS station, the positions of its sound continue.
@Suite struct HlsReconnectTests {
    /// The playlist of a station does not change for three and a half target durations, so the player reconnects. The
    /// positions continue, whether the playlist has dates or not.
    @Test(arguments: [true, false]) func positionsGoOnAfterAStalePlaylist(_ isDated: Bool) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let start = MediaTime(value: 1_780_000_000, timescale: 1)
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true)
        var channel = HlsChannel(.live(window: 8), targetDuration: 1, programme: programme)
        channel.firstSequence = 700
        if isDated { channel.programDate = start }
        origin.add("radio", channel)
        origin.advance(seconds: 20.5)
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let before = await player.manager.snapshot
        // The test server's clock stands still from here on, so its playlist does not change.
        let retry = await player.told(within: .seconds(60)) { if case .willRetry = $0 { true } else { false } }
        #expect(retry != nil, "\(player.story)")
        let mark = player.mark
        let stale = await player.manager.snapshot
        origin.advance(seconds: 4)
        origin.startClock()
        let old = try #require(stale.seekableTimeRanges.first)
        let goesOn = await player.settles(within: .seconds(60)) { snapshot in
            snapshot.status == .playing && snapshot.reconnectCount > 0
                && snapshot.currentTime.seconds > stale.currentTime.seconds + 1
                && snapshot.seekableTimeRanges.contains { $0.end.seconds >= old.end.seconds + 3.9 }
        }
        #expect(goesOn, "\(player.story)")
        let after = await player.manager.snapshot
        // The player can seek in the playlist's window of eight seconds. The window has moved by at least the duration
        // of the new segments.
        let range = try #require(after.seekableTimeRanges.first)
        #expect(range.start.seconds >= old.start.seconds + 3.9, "\(range), \(old)")
        #expect(range.start <= after.currentTime && after.currentTime <= range.end, "\(after.currentTime), \(range)")
        #expect(await player.settles(within: .seconds(60)) { $0.currentTime.seconds > after.currentTime.seconds + 4 })
        let later = await player.manager.snapshot
        if isDated {
            // After the reconnection, each position still has the same date.
            let offset = try #require(before.currentDate).seconds - before.currentTime.seconds
            let now = try #require(later.currentDate).seconds - later.currentTime.seconds
            #expect(abs(offset - now) < 0.2, "\(offset), \(now)")
        }
        // No sound is heard twice: the position never steps back by more than a second. (A smaller step happens when
        // the output corrects its clock.)
        let times = player.entries.dropFirst(mark).map(\.snapshot.currentTime.seconds)
        for (one, next) in zip(times, times.dropFirst()) { #expect(next >= one - 1, "\(times)") }
        #expect(times.allSatisfy { $0 >= stale.currentTime.seconds - 1 }, "\(times), \(stale.currentTime)")
    }
}
