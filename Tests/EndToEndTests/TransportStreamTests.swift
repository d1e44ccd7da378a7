import RadioFormats
import RadioPlayer
import TestSupport
import Testing

/// MPEG transport streams that are not part of HLS: files on disk, files on a server, and stations.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct TransportStreamTests {
    /// Returns the sample file's sound as the bytes of a transport stream, which ffmpeg makes.
    /// - Parameter options: Options of ffmpeg's output, such as `-c copy`.
    static func stream(_ sample: Sample, _ options: String = "-c copy") throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/sound.ts"
        let arguments = ["-i", sample.path] + options.split(separator: " ").map(String.init) + ["-f", "mpegts", file]
        let run = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error"] + arguments)
        #expect(run.code == 0, "\(run.output)")
        return try Samples.read(path: file)
    }

    @Test(arguments: [Sample.aac, .aacMono48, .mp3, .mp3Mono48, .mp2], [false, true])
    func aFileIsHeardWhole(_ sample: Sample, isRemote: Bool) async throws {
        let bytes = try Self.stream(sample)
        let directory = try TemporaryDirectory()
        // The file's suffix and the server's content type say MP3. The player recognises the transport stream by its
        // bytes.
        let path = directory.path + "/sound.mp3"
        try bytes.write(to: path)
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], body: bytes) }
        defer { server.stop() }
        let (heard, player) = try await WaveRecording.heard(isRemote ? server.url("/sound.ts") : path)
        let expected = try WaveRecording.expected(sample)
        #expect(heard.samples.count == expected.count, "\(player.story)")
        #expect(heard.agreement(with: expected) == expected.count)
    }

    /// AAC in LATM, the form in which digital radio sends it, is played.
    @Test func latmIsHeard() async throws {
        let bytes = try Self.stream(.aac, "-c:a aac -b:a 96k -mpegts_flags latm")
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: video/mp2t"], body: bytes) }
        defer { server.stop() }
        let (heard, player) = try await WaveRecording.heard(server.url("/sound"))
        #expect(Double(heard.samples.count) / 88_200 > Sample.aac.seconds - 0.1, "\(player.story)")
    }

    /// The first bytes of the connection are the middle of a packet, and the station repeats the same 1.5 seconds, so
    /// that its time stamps restart. The player plays the station.
    @Test func aStationPlays() async throws {
        let bytes = try Self.stream(.aac, "-c copy -t 1.5")
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: video/mp2t", "icy-name: Station"])
            connection.send(Array(bytes.dropFirst(1000)))
            connection.sendEndlessly(bytes, every: 500)
        }
        defer { server.stop() }
        let player = try await ObservedPlayer(PlaybackConfiguration(output: .null)).playing(server.url("/live"))
        defer { player.shutDown() }
        #expect(await player.settles(within: .seconds(60)) { $0.currentTime.seconds > 5 }, "\(player.story)")
        #expect(player.first { if case .willRetry = $0 { true } else { false } } == nil, "\(player.story)")
    }

    @Test(arguments: [("-c:a ac3", "holds AC-3"), ("-c:a eac3", "holds E-AC-3")])
    func soundOfOtherKindsIsRefused(_ options: String, _ words: String) async throws {
        let bytes = try Self.stream(.mp2, options)
        let directory = try TemporaryDirectory()
        try bytes.write(to: directory.path + "/sound.ts")
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: video/mp2t"], body: bytes) }
        defer { server.stop() }
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null, policy: BadAnswersTests.impatient))
        defer { player.shutDown() }
        for address in [directory.path + "/sound.ts", server.url("/sound.ts")] {
            let mark = player.mark
            await player.play(address)
            let entry = await player.told(from: mark) { if case .didFail = $0 { true } else { false } }
            guard case .didFail(.stream(.unsupported(let text)), _) = entry?.notification else {
                Issue.record("\(address): \(player.story)")
                continue
            }
            #expect(text.hasPrefix(address) && text.contains(words))
        }
    }

    @Test func aPictureWithoutSoundIsRefused() async throws {
        var maker = TransportStreamMaker()
        for index in 0..<20 {
            maker.tables([.init(0x100, 0x1B)])
            maker.pes(0x100, pts: UInt64(index) * 3600, [UInt8](repeating: 7, count: 3000))
        }
        let bytes = maker.take()
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: video/mp2t"], body: bytes) }
        defer { server.stop() }
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null, policy: BadAnswersTests.impatient))
        defer { player.shutDown() }
        await player.play(server.url("/sound.ts"))
        let error = await player.failed()
        #expect(error == .stream(.notSound("\(server.url("/sound.ts")) contains no sound")), "\(player.story)")
    }
}
