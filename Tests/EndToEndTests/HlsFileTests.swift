import Glibc
import RadioFormats
import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// Playlists of segments on disk.
@Suite(.fewAtOnce)
struct HlsFileTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var container = FfmpegHls.Container.transportStream
        var isEncrypted = false
        /// Of a folder that leads to the files.
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
        // Nothing of it came from the server beside it.
        #expect(hls.origin.acceptedCount == 0)
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "wb"))
        defer { fclose(file) }
        fputs(text, file)
    }

    /// A playlist on disk may name what is elsewhere.
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

    /// A playlist of the network never reaches into this machine's files, whoever led to it.
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
}
