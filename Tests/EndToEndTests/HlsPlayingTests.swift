import FaultRows
import Glibc
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// The requests, notifications and errors that an HLS station causes in a player.
@Suite struct HlsPlayingTests {
    private func player() throws -> ObservedPlayer { try ObservedPlayer(PlaybackConfiguration(output: .null)) }

    /// Until the first sound, the player needs three requests: for the multivariant playlist, the media playlist and
    /// one segment.
    @Test func littleIsAskedForBeforeTheFirstSound() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 2, loops: true)
        origin.add("radio", HlsChannel(.live(window: 6), targetDuration: 2, programme: programme))
        origin.advance(seconds: 30)
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([.init("radio.m3u8", "BANDWIDTH=128000,CODECS=\"mp4a.40.2\"")]))
        // The test checks only the first three requests, because the player may send more before the test looks.
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/index.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let first = Array(origin.paths.prefix(3))
        #expect(first.prefix(2) == ["/index.m3u8", "/radio.m3u8"])
        #expect(first.last?.hasPrefix("/radio/") == true)
        #expect(origin.acceptedCount == 1)
        let snapshot = await player.manager.snapshot
        #expect(snapshot.stream?.duration == nil)
    }

    @Test func aLiveStationGoesOn() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true, titles: [29: "Later"])
        origin.add("radio", HlsChannel(.live(window: 6), targetDuration: 1, programme: programme))
        origin.advance(seconds: 27)
        origin.startClock()
        let watch = MachineWatch.shared
        let began = MonotonicInstant.now
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let title = try #require(await player.heardTitle("Later"), "\(player.story)")
        // The title belongs to a segment more than a second after the position where the player started. The player
        // reports the title only when this segment is heard.
        #expect(title.snapshot.nowPlaying?.position.seconds ?? 0 > 1)
        #expect(await player.heard(.seconds(6)), "\(player.story)")
        #expect(await player.manager.snapshot.reconnectCount == 0)
        // The player uses one connection. It opens a second one only if the computer stalls while a playlist request
        // waits for a segment to arrive.
        #expect(origin.acceptedCount <= (watch.worst(from: began, to: .now) < 0.1 ? 1 : 2))
    }

    /// Starts a low-latency station: segments of two seconds in five parts each. Its playlist asks players to stay 1.35
    /// s behind the live edge (PART-HOLD-BACK).
    private static func lowLatencyOrigin(window: Int, age: Double) throws -> HlsOrigin {
        let origin = try HlsOrigin()
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, partSeconds: 0.4, loops: true)
        var channel = HlsChannel(.live(window: window), targetDuration: 2, programme: programme)
        channel.partTarget = MediaTime(seconds: 0.45)
        channel.canBlockReload = true
        channel.partHoldBack = 1.35
        origin.add("radio", channel)
        origin.advance(seconds: age)
        origin.startClock()
        return origin
    }

    private static func lowLatencyPlayer() throws -> ObservedPlayer {
        var configuration = PlaybackConfiguration(output: .null)
        configuration.policy.hls.isLowLatency = true
        return try ObservedPlayer(configuration)
    }

    /// In low-latency mode, the player is at most 2.35 s behind the live edge: the station's PART-HOLD-BACK of 1.35 s
    /// plus one second.
    @Test func lowLatencyIsCloseToTheEdge() async throws {
        let origin = try Self.lowLatencyOrigin(window: 6, age: 21)
        defer { origin.stop() }
        let player = try Self.lowLatencyPlayer()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let isClose = await player.settles {
            $0.heardDuration > .seconds(3) && $0.status == .playing && $0.liveOffset < .milliseconds(2350)
        }
        let offset = await player.manager.snapshot.liveOffset
        #expect(isClose, "\(offset), \(player.story)")
        #expect(origin.paths.contains { $0.hasSuffix(".part") })
        #expect(origin.paths.contains { $0.contains("_HLS_msn=") && $0.contains("_HLS_part=") }, "\(origin.paths)")
    }

    /// Twice, the player's thread is blocked for six seconds. Each time, the player is then soon close to the live edge
    /// again.
    @Test func lowLatencyComesBackAfterAStandstill() async throws {
        let origin = try Self.lowLatencyOrigin(window: 20, age: 45)
        defer { origin.stop() }
        let player = try Self.lowLatencyPlayer()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        for _ in 0..<2 {
            let before = await player.manager.snapshot.heardDuration
            // Blocks the thread of the player's loop for six seconds, as SIGSTOP would.
            player.manager.loop.postFromAnyThread { sleep(6) }
            let isClose = await player.settles {
                $0.heardDuration > before + .seconds(4) && $0.status == .playing && $0.liveOffset < .milliseconds(2350)
            }
            let offset = await player.manager.snapshot.liveOffset
            #expect(isClose, "\(offset), \(player.story)")
        }
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var playlist: String
        var words: [String]
    }

    static let bad = [
        Bad(
            testDescription: "names itself",
            playlist: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nbad.m3u8\n", words: ["bad.m3u8"]),
        Bad(
            testDescription: "a licence",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\","
                + "KEYFORMAT=\"com.apple.streamingkeydelivery\"\n#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n",
            words: ["SAMPLE-AES", "FairPlay"]),
        Bad(
            testDescription: "a codec",
            playlist: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.42\"\na.m3u8\n", words: ["xHE-AAC"]),
        Bad(
            testDescription: "web pages",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\npage\n#EXTINF:1,\npage\n#EXTINF:1,\npage\n"
                + "#EXTINF:1,\npage\n#EXT-X-ENDLIST\n", words: ["web page"]),
        Bad(
            testDescription: "a key of another size",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"short\"\n#EXTINF:1,\npage\n"
                + "#EXT-X-ENDLIST\n", words: ["key", "3 bytes"]),
        Bad(
            testDescription: "a wrong key",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:1,\nsound\n"
                + "#EXT-X-ENDLIST\n", words: ["key", "does not fit"]),
        Bad(
            testDescription: "a million lines",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + String(repeating: "#EXTINF:1,\npage\n", count: 100_000),
            words: ["line", "65536 segments"]),
        Bad(
            testDescription: "boxes of 2^63 bytes",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + String(repeating: "#EXTINF:1,\nbox\n", count: 4)
                + "#EXT-X-ENDLIST\n", words: ["box"]),
        Bad(
            testDescription: "PES packets without a frame",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + String(repeating: "#EXTINF:1,\npes\n", count: 4)
                + "#EXT-X-ENDLIST\n", words: ["pes"]),
        Bad(testDescription: "no segments", playlist: "#EXTM3U\n#EXT-X-ENDLIST\n", words: ["no segments"]),
    ]

    @Test(arguments: bad) func whatCannotBePlayedIsSaid(_ row: Bad) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.serve("/bad.m3u8", playlist: row.playlist)
        origin.serve("/page", Array("<html><body>Sold out</body></html>".utf8), contentType: "text/html")
        origin.serve("/short", [1, 2, 3])
        origin.serve("/key", [UInt8](repeating: 9, count: 16))
        origin.serve(
            "/sound",
            HlsOriginKey(name: "", bytes: [UInt8](repeating: 1, count: 16)).encrypt(try Sample.aac.read(), sequence: 0))
        origin.serve("/box", Mp4Maker.longBox("moof", [], size: 1 << 63) + [UInt8](repeating: 0, count: 1000))
        var maker = FrameMaker()
        var stream = TransportStreamMaker()
        stream.tables([.init(257, 0x0F)])
        stream.pes(257, pts: 0, maker.noise(1 << 20), length: 0)
        origin.serve("/pes", stream.take())
        var configuration = PlaybackConfiguration(output: .null)
        // The playlist has a million lines. On a busy computer or under a sanitizer, reading it takes long.
        configuration.policy.headersTimeout = .seconds(120)
        configuration.policy.freezeTimeout = .seconds(120)
        configuration.policy.firstSoundTimeout = .seconds(120)
        let player = try ObservedPlayer(configuration)
        defer { player.shutDown() }
        await player.play(origin.url("/bad.m3u8"))
        let error = try #require(await player.failed(within: .seconds(120)), "\(player.story)")
        for word in row.words { #expect("\(error)".contains(word), "\(error)") }
        let heard = await player.manager.snapshot.heardDuration
        #expect(heard == .zero)
    }

    /// If a live playlist stops changing, the player connects to the station again, and the sound continues at the same
    /// position.
    @Test func aStationThatStandsStillIsMadeAgain() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true)
        origin.add("radio", HlsChannel(.live(window: 6), targetDuration: 1, programme: programme))
        origin.advance(seconds: 20)
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let retry = await player.told { if case .willRetry = $0 { true } else { false } }
        #expect(retry != nil, "\(player.story)")
        origin.advance(seconds: 2)
        origin.startClock()
        let before = await player.manager.snapshot.heardDuration
        #expect(await player.heard(before + .seconds(4)), "\(player.story)")
    }
}
