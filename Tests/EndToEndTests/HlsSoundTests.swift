import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The sound that the player makes of an HLS stream is the source's: every frame once, in order, across all segments.
@Suite(.enabled(if: PulseServer.isInstalled && ReferenceSound.isInstalled && FfmpegHls.isInstalled))
struct HlsSoundTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var sample: Sample
        var container: FfmpegHls.Container
        var isEncrypted = false
        var testDescription: String { "\(sample), \(container)\(isEncrypted ? ", encrypted" : "")" }
    }

    static let rows = [
        Row(sample: .aac, container: .transportStream), Row(sample: .mp3, container: .transportStream),
        Row(sample: .aac, container: .fragmentedMP4), Row(sample: .aac, container: .transportStream, isEncrypted: true),
    ]

    /// ffmpeg cuts a sample file into segments. The sink's monitor hears all of its sound.
    @Test(arguments: rows) func whatFfmpegCutsIsHeardWhole(_ row: Row) async throws {
        let hls = try FfmpegHls(
            input: row.sample.path, row.container, seconds: 1, isEncrypted: row.isEncrypted,
            arguments: row.container == .fragmentedMP4 ? ["-bsf:a", "aac_adtstoasc"] : [])
        defer { hls.stop() }
        let rate = row.sample.sampleRate
        let server = try PulseServer(sinks: [.init(rate: rate)])
        let recorder = try server.record()
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        await player.play(hls.url)
        let playing = try #require(await player.told(.playing), "\(player.story)")
        #expect(playing.snapshot.stream?.duration.map { abs($0.inSeconds - row.sample.seconds) < 0.3 } == true)
        #expect(await player.playedToEnd() != nil, "\(player.story)")
        let enough = recorder.frameCount + rate / 2
        #expect(await eventually { recorder.frameCount > enough })
        let expected = try ReferenceSound.of(row.sample).channel(0)
        let match = SampleMatch(of: expected, in: recorder.channel(0), probeAt: Int(0.45 * Double(rate)))
        let found = try #require(match, "not the sound of \(row.sample)")
        // ffmpeg leaves out the first MP3 frame, which contains only information and no sound.
        #expect(found.frames >= expected.count - 2 * row.sample.frameSamples, "\(found.frames) of \(expected.count)")
        // The player used one connection and requested no path twice.
        #expect(hls.origin.acceptedCount == 1)
        #expect(Set(hls.origin.paths).count == hls.origin.paths.count, "\(hls.origin.paths)")
    }

    // MARK: To a file, as fast as it comes

    /// The time stamp with which the first segment of packed audio begins, or nil for segments without time stamps.
    static let timestamps: [Int64?] = [0, (1 << 33) - 200_000, nil]

    @Test(arguments: [Sample.mp3, .aac, .mp3Mono48, .mp2], timestamps)
    func packedAudioIsHeardWhole(_ sample: Sample, _ timestamp: Int64?) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(sample, seconds: 0.7, timestamp: timestamp)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 1, programme: programme))
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let expected = try WaveRecording.expected(sample)
        #expect(heard.samples.count == expected.count, "\(player.story)")
        #expect(heard.agreement(with: expected) == expected.count)
    }

    /// If the first request for a segment fails or its response is cut off, the player requests the segment again. No
    /// sound is lost or repeated.
    @Test(arguments: [
        HlsFault.status("503 Service Unavailable"), .cut(after: 3000), .status("404 Not Found"), .cut(after: 0),
    ]) func whatFailsOnceIsNotMissed(_ fault: HlsFault) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 0.7)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 1, programme: programme))
        origin.fail("/radio/1.aac", fault, times: 1)
        origin.fail("/radio/3.aac", fault, times: 1)
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let expected = try WaveRecording.expected(.aac)
        #expect(heard.samples.count == expected.count, "\(player.story)")
        #expect(heard.agreement(with: expected) == expected.count)
    }

    /// If the server never delivers one segment, exactly this segment's sound is missing.
    @Test func whatNeverComesIsPassedOver() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let sample = Sample.aac
        let programme = try HlsProgramme.packed(sample, seconds: 0.7)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 1, programme: programme))
        origin.fail("/radio/2.aac", .status("404 Not Found"))
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let whole = try WaveRecording.expected(sample).count
        let missing = whole - heard.samples.count
        let segment = Int((0.7 * Double(sample.sampleRate) / 1024).rounded()) * 1024 * sample.channels
        #expect(missing == segment, "\(missing), \(player.story)")
    }

    @Test func keysRotate() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let packed = try HlsProgramme.packed(.aac, seconds: 0.5)
        let channel = HlsChannel(.onDemand, targetDuration: 1) { number in
            guard var segment = packed(number) else { return nil }
            if number != 2 {
                let name = "k\(number / 2 % 2)"
                segment.key = HlsOriginKey(name: name, bytes: [UInt8](repeating: UInt8(number / 2 % 2), count: 16))
            }
            return segment
        }
        origin.add("radio", channel)
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let expected = try WaveRecording.expected(.aac)
        #expect(heard.agreement(with: expected) == expected.count, "\(player.story)")
        #expect(origin.count("/keys/k0") == 1)
    }

    @Test func byteRangesOfOneResource() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        var channel = HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(.mp3, seconds: 0.6))
        channel.usesByteRanges = true
        origin.add("radio", channel)
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let expected = try WaveRecording.expected(.mp3)
        #expect(heard.agreement(with: expected) == expected.count, "\(player.story)")
    }

    // MARK: Variants

    /// When the network becomes slow, the player switches to the lower variant, which continues with the next frame. In
    /// this test, both variants contain the same frames, so the sound must equal the source's.
    @Test func anotherVariantGoesOnFrameByFrame() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 0.5)
        origin.add("high", HlsChannel(.onDemand, targetDuration: 1, programme: programme))
        // Segments of the low variant start at other times than those of the high variant.
        origin.add(
            "low", HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(.aac, seconds: 0.8)))
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([
                .init("high.m3u8", "BANDWIDTH=320000,CODECS=\"mp4a.40.2\""),
                .init("low.m3u8", "BANDWIDTH=64000,CODECS=\"mp4a.40.2\""),
            ]))
        // The server stops in the middle of one segment of the high variant and lacks the next two, as if the network
        // were slow.
        origin.fail("/high/2.aac", .stall(after: 2000))
        origin.fail("/high/3.aac", .status("404 Not Found"))
        origin.fail("/high/4.aac", .status("404 Not Found"))
        let (heard, player) = try await WaveRecording.heard(origin.url("/index.m3u8"))
        let expected = try WaveRecording.expected(.aac)
        #expect(heard.samples.count == expected.count, "\(player.story) \(origin.paths)")
        #expect(heard.agreement(with: expected) == expected.count, "\(origin.paths)")
        #expect(origin.count("/low.m3u8") == 1, "\(origin.paths)")
    }
}
