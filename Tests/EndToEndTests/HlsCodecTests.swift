import Glibc
import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// HLS with FLAC or Opus in fragmented MP4, which ffmpeg encodes and cuts into segments. Each sample that the player
/// writes equals the source's (FLAC) or that of ffmpeg's decoder (Opus).
@Suite(.enabled(if: FfmpegHls.isInstalled))
struct HlsCodecTests {
    private static let rate = 48_000

    private static func ffmpeg(_ words: [String]) throws {
        let (output, code) = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + words)
        try #require(code == 0, "\(output)")
    }

    /// Writes a WAV file of noise and rising tones, in which no two moments sound the same, so that a repeated or lost
    /// sample is noticed.
    private static func source(
        _ directory: TemporaryDirectory, seconds: Int, bits: Int = 16
    ) throws -> (path: String, samples: [Int16]) {
        let path = directory.path + "/source.wav"
        let left = "0.3*sin(2*PI*(200*t+40*t*t))+0.1*(random(0)-0.5)"
        let right = "0.3*sin(2*PI*(3000*t-50*t*t))+0.1*(random(1)-0.5)"
        try ffmpeg([
            "-f", "lavfi", "-i", "aevalsrc=\(left)|\(right):s=\(rate):d=\(seconds)", "-c:a", "pcm_s\(bits)le", path,
        ])
        return (path, bits == 16 ? try WaveRecording(path: path).samples : [])
    }

    /// Returns the samples that ffmpeg decodes from the file `path`, with the decoder options `decoder`.
    private static func decoded(
        _ path: String, by decoder: [String], in directory: TemporaryDirectory
    ) throws -> [Int16] {
        let wave = directory.path + "/decoded.wav"
        try ffmpeg(decoder + ["-i", path, "-c:a", "pcm_s16le", "-bitexact", wave])
        return try WaveRecording(path: wave).samples
    }

    private static func difference(_ one: [Int16], _ other: [Int16]) -> Int {
        zip(one, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    @Test func `FLAC on demand is what was encoded`() async throws {
        let directory = try TemporaryDirectory()
        let (source, samples) = try Self.source(directory, seconds: 7)
        let hls = try FfmpegHls(
            input: source, .fragmentedMP4, seconds: 1, arguments: ["-c:a", "flac", "-strict", "-2"])
        defer { hls.stop() }
        #expect(hls.segmentCount >= 6)
        let (heard, player) = try await WaveRecording.heard(hls.url)
        #expect(heard.samples.count == samples.count, "\(player.story)")
        #expect(heard.agreement(with: samples) == samples.count)
    }

    @Test func `FLAC of 24 bits`() async throws {
        let directory = try TemporaryDirectory()
        let (source, _) = try Self.source(directory, seconds: 4, bits: 24)
        let hls = try FfmpegHls(
            input: source, .fragmentedMP4, seconds: 1, arguments: ["-c:a", "flac", "-strict", "-2"])
        defer { hls.stop() }
        let (heard, player) = try await WaveRecording.heard(hls.url)
        let expected = try Self.decoded(source, by: [], in: directory)
        #expect(heard.samples.count == expected.count, "\(player.story)")
        #expect(Self.difference(heard.samples, expected) <= 1)
    }

    @Test func `Opus on demand is what libopus decodes`() async throws {
        let directory = try TemporaryDirectory()
        let (source, samples) = try Self.source(directory, seconds: 7)
        let hls = try FfmpegHls(
            input: source, .fragmentedMP4, seconds: 1, arguments: ["-c:a", "libopus", "-b:a", "128k"])
        defer { hls.stop() }
        let (heard, player) = try await WaveRecording.heard(hls.url)
        let file = hls.directory.path + "/media.m3u8"
        let expected = try Self.decoded(file, by: ["-c:a", "libopus"], in: directory)
        // At the start, Opus has 312 sample frames (pre-skip) that are not part of the sound. ffmpeg's decoder leaves
        // them out. The player plays them, because ffmpeg writes no edit list and nothing else in the file tells them
        // from sound.
        let preSkip = heard.samples.count - expected.count
        #expect(preSkip == 2 * 312, "\(heard.samples.count), \(expected.count), \(player.story)")
        #expect(expected.count >= samples.count)
        #expect(Self.difference(Array(heard.samples.dropFirst(preSkip)), expected) <= 2)
    }

    private static let encoders = [
        "flac": ["flac", "-strict", "-2"], "Opus": ["libopus", "-b:a", "160k"],
        "AAC": ["aac", "-b:a", "256k", "-aac_pns", "0"],
    ]

    /// Two variants have different codecs, which the attribute CODECS of the playlist names. When the first variant
    /// fails, the player continues with the second variant at the same position.
    @Test(arguments: [
        ("flac", "AAC", "fLaC", "mp4a.40.2"), ("Opus", "AAC", "Opus", "mp4a.40.2"),
        ("AAC", "flac", "mp4a.40.2", "flac"), ("flac", "Opus", "fLaC", "opus"),
    ]) func `from one codec to another`(
        _ first: String, _ second: String, _ firstName: String, _ secondName: String
    ) async throws {
        let directory = try TemporaryDirectory()
        let (source, samples) = try Self.source(directory, seconds: 8)
        let place = directory.path
        for (name, codec) in [("high", first), ("low", second)] {
            try Self.ffmpeg(
                ["-i", source, "-c:a"] + (Self.encoders[codec] ?? []) + [
                    "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
                    "-hls_fmp4_init_filename", "\(name).mp4", "-hls_segment_filename", "\(place)/\(name)_%d.m4s",
                    "\(place)/\(name).m3u8",
                ])
        }
        let origin = try HlsOrigin(directory: place)
        defer { origin.stop() }
        let (before, _) = try await WaveRecording.heard(origin.url("/high.m3u8"))
        let (after, _) = try await WaveRecording.heard(origin.url("/low.m3u8"))
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([
                .init("high.m3u8", "BANDWIDTH=320000,CODECS=\"\(firstName)\""),
                .init("low.m3u8", "BANDWIDTH=64000,CODECS=\"\(secondName)\""),
            ]))
        origin.fail("/high_2.m4s", .stall(after: 2000))
        for number in 3..<20 { origin.fail("/high_\(number).m4s", .status("404 Not Found")) }
        let (heard, player) = try await WaveRecording.heard(origin.url("/index.m3u8"))
        let same = heard.agreement(with: before.samples)
        #expect(same > 2 * 2 * Self.rate, "\(same), \(player.story) \(origin.paths)")
        // The time stamps are exact to one sample, but the encoder fills its last packet with silence after the end of
        // the source.
        #expect(
            abs(heard.samples.count - samples.count) <= 2 * (1024 + 960),
            "\(heard.samples.count - samples.count), \(origin.paths)")
        // In its first packets, a decoder of AAC or Opus returns slightly different samples than a decoder that has
        // already decoded earlier packets.
        let rest = heard.agreementAtEnd(with: after.samples, tolerance: second == "flac" ? 0 : 800)
        #expect(rest > 2 * 2 * Self.rate, "\(rest), \(player.story)")
    }

    @Test func `FLAC live is what was encoded`() async throws {
        let directory = try TemporaryDirectory()
        let (source, samples) = try Self.source(directory, seconds: 60)
        let hls = try FfmpegHls(
            input: source, .fragmentedMP4, seconds: 1, isLive: true, arguments: ["-c:a", "flac", "-strict", "-2"])
        defer { hls.stop() }
        #expect(await eventually { hls.segmentCount >= 4 })
        let file = directory.path + "/heard.wav"
        let player = try ObservedPlayer(PlaybackConfiguration(output: .file(path: file, isFast: false)))
        await player.play(hls.url)
        #expect(await player.told(.playing) != nil, "\(player.story)")
        try await pass(.seconds(6))
        await player.manager.shutDown()
        let heard = try WaveRecording(path: file).samples
        #expect(heard.count > 2 * 4 * Self.rate, "\(player.story)")
        let probe = Array(heard.prefix(2048))
        let found = samples.withUnsafeBufferPointer { all in
            stride(from: 0, to: all.count - heard.count, by: 2).first { start in
                probe.indices.allSatisfy { all[start + $0] == probe[$0] }
            }
        }
        let start = try #require(found, "not the source's sound")
        #expect(samples[start...].starts(with: heard), "\(player.story)")
    }
}
