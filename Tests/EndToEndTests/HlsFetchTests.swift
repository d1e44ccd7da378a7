import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// Which files the player requests from an HLS station, when, and over how many connections.
@Suite struct HlsFetchTests {
    private func player() throws -> ObservedPlayer { try ObservedPlayer(PlaybackConfiguration(output: .null)) }

    /// The player decodes the first segment while it arrives: sound begins although the server stops in the middle of
    /// the segment. Before the first sound, the player requests only the two playlists and this segment.
    @Test func soundBeginsWhileTheFirstSegmentComes() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 4, loops: true)
        origin.add("radio", HlsChannel(.live(window: 6), targetDuration: 4, programme: programme))
        origin.advance(seconds: 41)
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([.init("radio.m3u8", "BANDWIDTH=128000,CODECS=\"mp4a.40.2\"")]))
        let half = try #require(programme(0)).content().count / 2
        origin.fail("/radio/*", .stall(after: half), times: 1)
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/index.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let paths = origin.paths
        #expect(paths.count == 3 && paths.starts(with: ["/index.m3u8", "/radio.m3u8"]), "\(paths)")
        #expect(paths.last?.hasPrefix("/radio/") == true)
        #expect(origin.servedPaths.count == 2)
        origin.release()
        #expect(await player.heard(.seconds(3)), "\(player.story)")
        #expect(origin.acceptedCount == 1)
    }

    @Test(.enabled(if: FfmpegHls.isInstalled)) func anInitSectionIsTheOnlyOtherFetch() async throws {
        let hls = try FfmpegHls(
            input: Sample.aac.path, .fragmentedMP4, seconds: 3, arguments: ["-bsf:a", "aac_adtstoasc"])
        defer { hls.stop() }
        let segment = hls.directory.path + "/media_000.m4s"
        hls.origin.fail("/media_000.m4s", .stall(after: try Samples.read(path: segment).count * 2 / 3), times: 1)
        let player = try player()
        defer { player.shutDown() }
        await player.play(hls.url)
        #expect(await player.told(.playing) != nil, "\(player.story)")
        #expect(hls.origin.paths == ["/media.m3u8", "/init.mp4", "/media_000.m4s"])
        hls.origin.release()
        #expect(await player.playedToEnd() != nil, "\(player.story)")
        #expect(hls.origin.acceptedCount == 1)
    }

    /// While a segment is heard, the player has requested at most the next two segments.
    @Test func atMostTwoSegmentsAreAhead() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true)
        // The station has twenty segments of about one second each.
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 1) { $0 < 20 ? programme($0) : nil })
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/radio.m3u8"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        for second in 1...6 {
            #expect(await player.heard(.seconds(second)), "\(player.story)")
            // The test counts the requests before it reads the position. Between the two, the position can only
            // advance, so the bound stays valid.
            let asked = origin.paths.count { $0.hasSuffix(".mp3") }
            let heard = await player.manager.snapshot.currentTime.seconds
            #expect(asked <= Int(heard) + 1 + 2 + 1, "\(asked) segments at \(heard) s")
        }
        #expect(origin.acceptedCount == 1)
    }

    @Test func playlistsMayBeCompressed() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.compressPlaylists()
        origin.add(
            "radio", HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(.mp3, seconds: 1)))
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([.init("radio.m3u8", "BANDWIDTH=128000,CODECS=\"mp4a.40.34\"")]))
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url("/index.m3u8"))
        #expect(await player.playedToEnd() != nil, "\(player.story)")
        let asked = origin.requests.filter { $0.path == "/radio.m3u8" }
        #expect(!asked.isEmpty && asked.allSatisfy { $0["Accept-Encoding"]?.contains("gzip") == true })
        // Sound does not compress well, so the player does not ask for compression.
        let sound = origin.requests.filter { $0.path.hasSuffix(".mp3") }
        #expect(!sound.isEmpty && sound.allSatisfy { $0["Accept-Encoding"]?.contains("gzip") != true })
        #expect(origin.acceptedCount == 1)
    }

    /// The player's first request does not ask for compression, because the response may be sound. If the server sends
    /// a compressed playlist nevertheless, the player reads it.
    @Test(arguments: ["/index.m3u8", "/radio.m3u8"]) func playlistsMayBeCompressedUnasked(_ path: String) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.compressPlaylists(isUnasked: true)
        origin.add(
            "radio", HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(.mp3, seconds: 1)))
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([.init("radio.m3u8", "BANDWIDTH=128000,CODECS=\"mp4a.40.34\"")]))
        let player = try player()
        defer { player.shutDown() }
        await player.play(origin.url(path))
        #expect(await player.playedToEnd() != nil, "\(player.story)")
        #expect(origin.requests.first?["Accept-Encoding"] == nil)
    }
}
