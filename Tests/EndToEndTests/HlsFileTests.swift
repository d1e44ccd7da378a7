import Glibc
import RadioFormats
import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// HLS playlists on disk, and edit lists. An edit list tells a player which samples at the start (encoder's delay,
/// "run-up") and at the end (padding) are not part of the sound.
@Suite struct HlsFileTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var container = FfmpegHls.Container.transportStream
        var isEncrypted = false
        /// The name of a symbolic link to the folder of the files, for names with unusual characters; nil for the
        /// folder itself.
        var folder: String?
        var isURL = false
        var testDescription: String {
            "\(container) \(isEncrypted ? "encrypted " : "")\(folder ?? "")\(isURL ? " URL" : "")"
        }
    }

    @Test(
        .enabled(if: FfmpegHls.isInstalled),
        arguments: [
            Row(), Row(container: .fragmentedMP4), Row(isEncrypted: true), Row(isURL: true),
            Row(folder: "a b%20c #1?x=ä"),
        ])
    func whatLiesOnDiskIsHeardWhole(_ row: Row) async throws {
        let hls = try FfmpegHls(
            input: Sample.aac.path, row.container, seconds: 1, isEncrypted: row.isEncrypted,
            arguments: row.container == .fragmentedMP4 ? ["-bsf:a", "aac_adtstoasc"] : [])
        defer { hls.stop() }
        let directory = try TemporaryDirectory()
        var place = hls.directory.path
        if let folder = row.folder {
            place = directory.path + "/" + folder
            #expect(symlink(hls.directory.path, place) == 0)
        }
        let (heard, player) = try await WaveRecording.heard((row.isURL ? "file://" : "") + place + "/media.m3u8")
        let expected = try WaveRecording.expected(.aac)
        #expect(heard.agreement(with: expected) == expected.count, "\(heard.samples.count), \(player.story)")
        // The player read all files from the disk and none from the server.
        #expect(hls.origin.acceptedCount == 0)
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "wb"))
        defer { fclose(file) }
        fputs(text, file)
    }

    /// A playlist on disk may name playlists and segments on a server.
    @Test func aPlaylistOnDiskMayLeadToAServer() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 1)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 1, programme: programme))
        let directory = try TemporaryDirectory()
        let list = directory.path + "/list.m3u8"
        try write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000\n\(origin.url("/radio.m3u8"))\n", to: list)
        let (heard, player) = try await WaveRecording.heard(list)
        let expected = try WaveRecording.expected(.aac)
        #expect(heard.agreement(with: expected) == expected.count, "\(player.story)")
    }

    /// A playlist from a server cannot name a file of this computer, even if a playlist on disk named the server's
    /// playlist.
    @Test(arguments: ["file://%", "FILE:%", "file:%"], [false, true])
    func aPlaylistOfTheNetworkReachesNoFile(_ form: String, _ isLedByAFile: Bool) async throws {
        let directory = try TemporaryDirectory()
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let segment = form.replacing("%", with: Sample.aac.path)
        origin.serve(
            "/evil.m3u8",
            playlist: "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n\(segment)\n#EXT-X-ENDLIST\n")
        var address = origin.url("/evil.m3u8")
        if isLedByAFile {
            let list = directory.path + "/list.m3u8"
            try write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000\n\(address)\n", to: list)
            address = list
        }
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.play(address)
        let error = await player.failed()
        #expect(error != nil, "\(player.story)")
        #expect(player.entries.allSatisfy { $0.snapshot.heardDuration == .zero })
    }

    @Test func whatIsNotThereSaysSo() async throws {
        let directory = try TemporaryDirectory()
        let list = directory.path + "/list.m3u8"
        try write("#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nmissing.ts\n#EXT-X-ENDLIST\n", to: list)
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.play(list)
        #expect(await player.failed() != nil, "\(player.story)")
    }

    // MARK: Edit lists

    /// The encoder's delay is removed exactly to the sample, whether it lasts part of a packet or several packets.
    /// `ffmpeg` writes the edit list.
    @Test(.enabled(if: FfmpegHls.isInstalled), arguments: [0, 1024, 1500, 2112, 3000])
    func theRunUpIsNotHeard(_ delay: Int) async throws {
        try await hearRunUp(
            of: try Sample.aac.read(), path: Sample.aac.path, delay: delay, rate: 44_100, frameLength: 1024)
    }

    /// In a file with spectral band replication (HE-AAC), the decoder outputs twice the sample rate that the file
    /// states. The encoder's delay is removed exactly at the doubled rate.
    @Test(.enabled(if: FfmpegHls.isInstalled && Corpus.isPresent), arguments: ["he1.aac", "he2.aac"], [0, 2048, 5058])
    func theRunUpOfHighEfficiencyIsNotHeard(_ file: String, _ delay: Int) async throws {
        try await hearRunUp(
            of: try Corpus.read("audio/" + file), path: Corpus.root + "/audio/" + file, delay: delay, rate: 44_100,
            frameLength: 2048)
    }

    private func hearRunUp(of sound: [UInt8], path: String, delay: Int, rate: Int, frameLength: Int) async throws {
        // ffmpeg moves the sound to a negative start time and writes an edit list that removes everything before time
        // zero.
        let offset = -Double(delay) / Double(rate)
        let hls = try FfmpegHls(
            input: path, .fragmentedMP4, seconds: 1, inputArguments: ["-itsoffset", "\(offset)"],
            arguments: ["-bsf:a", "aac_adtstoasc", "-avoid_negative_ts", "disabled"])
        defer { hls.stop() }
        let (heard, player) = try await WaveRecording.heard(hls.url)
        // The decoder returns nothing for its first packet, so the delay that remains to be cut is one frame shorter.
        let cut = max(delay - frameLength, 0) * 2
        let whole = try WaveRecording.expected(FrameCutter.cut(sound, isAdts: true), like: .aac)
        let expected = Array(whole.dropFirst(cut))
        #expect(heard.samples.count == expected.count, "\(player.story)")
        #expect(heard.agreement(with: expected) == expected.count)
    }

    /// After a discontinuity, a new file begins, with an encoder's delay of its own. This delay is not heard. The end
    /// of the old sound and the start of the new sound are faded.
    @Test(.enabled(if: FfmpegHls.isInstalled)) func theRunUpBehindADiscontinuityIsNotHeard() async throws {
        let delay = 2112
        let hls = try FfmpegHls(
            input: Sample.aac.path, .fragmentedMP4, seconds: 1,
            inputArguments: ["-itsoffset", "\(-Double(delay) / 44_100)"],
            arguments: ["-bsf:a", "aac_adtstoasc", "-avoid_negative_ts", "disabled"])
        defer { hls.stop() }
        let list = hls.directory.path + "/media.m3u8"
        let lines = String(decoding: try Samples.read(path: list), as: UTF8.self).split(separator: "\n")
        let map = try #require(lines.first { $0.hasPrefix("#EXT-X-MAP") })
        let segments = lines.drop { !$0.hasPrefix("#EXTINF") }.filter { $0 != "#EXT-X-ENDLIST" }
        let text = (lines.filter { $0 != "#EXT-X-ENDLIST" } + ["#EXT-X-DISCONTINUITY", map] + segments)
        try write(text.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n", to: list)
        let (heard, player) = try await WaveRecording.heard(list)
        let once = Array(try WaveRecording.expected(.aac).dropFirst((delay - 1024) * 2))
        #expect(heard.samples.count == 2 * once.count, "\(player.story)")
        // A fade lasts 5 ms, in both channels at 44.1 kHz.
        let fade = 2 * 44_100 / 200 + 2
        #expect(heard.agreement(with: once) >= once.count - fade)
        #expect(heard.agreementAtEnd(with: once, tolerance: 800) >= once.count - fade)
        let joint = heard.samples[(once.count - 16)..<(once.count + 16)]
        #expect(joint.allSatisfy { abs(Int($0)) < 2000 }, "\(joint)")
    }

    /// The padding in the encoder's last packet is removed: the sound has exactly as many samples as the source.
    @Test(.enabled(if: FfmpegHls.isInstalled), arguments: [44_100, 45_056, 45_057, 30_000])
    func whatAnEditListCutsOffAtTheEndIsNotHeard(_ count: Int) async throws {
        let directory = try TemporaryDirectory()
        let result = try ChildProcess.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100", "-af",
                "atrim=end_sample=\(count)", "-ac", "2", "-c:a", "aac", "-movflags", "+faststart",
                directory.path + "/whole.m4a",
            ])
        try #require(result.code == 0, "\(result.output)")
        let list = directory.path + "/list.m3u8"
        try write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\nwhole.m4a\n#EXT-X-ENDLIST\n", to: list)
        let (heard, player) = try await WaveRecording.heard(list)
        #expect(heard.samples.count == 2 * count, "\(player.story)")
        // The source ends in the middle of a tone, so its last samples are loud: the player has not faded them.
        #expect(heard.samples.suffix(200).contains { abs(Int($0)) > 1000 })
    }
}
