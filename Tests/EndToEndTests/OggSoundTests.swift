import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The sound that the player makes of an Ogg chain equals that of the codec's reference decoder, sample by sample.
@Suite(.enabled(if: ["oggdec", "opusdec", "flac"].allSatisfy(ChildProcess.exists)))
struct OggSoundTests {
    /// Returns the 16-bit samples that the codec's own program decodes from `link`, the bytes of one link.
    private static func reference(_ link: [UInt8], _ chain: ChainSample, in folder: String) throws -> [Int16] {
        let (input, output) = ("\(folder)/link", "\(folder)/link.wav")
        try link.write(to: input)
        unlink(output)
        let (program, arguments) =
            switch chain.codec {
            case .vorbis: ("oggdec", ["-Q", "-o", output, input])
            case .opus: ("opusdec", ["--quiet", "--no-dither", "--rate", "48000", "--force-wav", input, output])
            case _: ("flac", ["-s", "-d", "-f", "--ogg", "-o", output, input])
            }
        let result = try ChildProcess.run(program, arguments)
        try #require(result.code == 0, "\(program): \(result.output)")
        return try WaveRecording(path: output).samples
    }

    @Test(arguments: ChainSample.all) func aFile(_ chain: ChainSample) async throws {
        let directory = try TemporaryDirectory()
        let bytes = try chain.read()
        let pages = ChainSample.pages(of: bytes)
        let starts = pages.filter { bytes[$0.lowerBound + 5] & 2 != 0 }.map(\.lowerBound)
        let expected = try zip(starts, starts.dropFirst() + [bytes.count]).flatMap { start, end in
            try Self.reference(Array(bytes[start..<end]), chain, in: directory.path)
        }
        #expect(expected.count == chain.sampleCounts.reduce(0, +) * chain.channels)

        let path = directory.path + "/heard.wav"
        let player = try ObservedPlayer(PlaybackConfiguration(output: .file(path: path)))
        defer { player.shutDown() }
        await player.play(chain.path)
        let end = await player.told { if case .didPlayToEnd = $0 { true } else { false } }
        #expect(end != nil, "\(player.story)")
        await player.manager.shutDown()
        let recording = try WaveRecording(path: path)
        #expect(recording.samples.count == expected.count)
        let worst = zip(recording.samples, expected).map { abs(Int($0) - Int($1)) }.max()
        // The player's decoder and the reference decoder may differ by one step of 16 bits for Vorbis and Opus, because
        // they round differently. FLAC must be equal.
        #expect(worst.map { $0 <= (chain.codec == .flac ? 0 : 1) } == true, "\(worst ?? -1)")
        // The player reports each title once, at the position of its first sample.
        let titles = player.entries.compactMap { entry in
            if case .nowPlayingDidChange = entry.notification { entry.snapshot.nowPlaying } else { nil }
        }
        #expect(titles.map(\.track.text) == ["Artist 1 - Song 1", "Artist 2 - Song 2"], "\(player.story)")
        let place = Double(chain.sampleCounts[0]) / Double(chain.sampleRate)
        #expect(abs((titles.last?.position.seconds ?? 0) - place) < 0.1)
    }

    /// Channel counts and options of opusenc. The rows cover the mapping families 0 and 1, long and short packets, and
    /// silence for which the encoder writes no packets.
    static let opus: [(channels: Int, arguments: String)] = [
        (1, ""), (2, "--framesize 60"), (2, "--framesize 2.5"), (2, "--set-ctl-int 4016=1 --bitrate 24"),
        (4, ""), (6, ""), (8, ""),
    ]

    @Test(.enabled(if: ["ffmpeg", "opusenc"].allSatisfy(ChildProcess.exists)), arguments: opus)
    func opusOfAnyKind(_ channels: Int, _ arguments: String) async throws {
        let directory = try TemporaryDirectory()
        let (source, file) = (directory.path + "/source.wav", directory.path + "/file.opus")
        // A file with one tone for each channel and two seconds of silence in the middle.
        let tones = (1...channels).map { "0.1*sin(2*PI*\($0)*220*t)*not(between(t\\,1\\,3))" }.joined(separator: "|")
        let made = [
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):s=48000:d=4", source],
            ["opusenc", "--quiet"] + arguments.split(separator: " ").map(String.init) + [source, file],
            [
                "opusdec", "--quiet", "--no-dither", "--rate", "48000", "--force-wav", file,
                directory.path + "/expected",
            ],
        ]
        for words in made {
            let result = try ChildProcess.run(words[0], Array(words[1...]))
            try #require(result.code == 0, "\(words[0]): \(result.output)")
        }
        let expected = try WaveRecording(path: directory.path + "/expected")
        let path = directory.path + "/heard.wav"
        let player = try ObservedPlayer(PlaybackConfiguration(output: .file(path: path, isFast: true)))
        defer { player.shutDown() }
        await player.play(file)
        #expect(await player.told { if case .didPlayToEnd = $0 { true } else { false } } != nil, "\(player.story)")
        await player.manager.shutDown()
        let heard = try WaveRecording(path: path)
        #expect(heard.samples.count == 4 * 48_000 * channels && expected.samples.count == heard.samples.count)
        let worst = zip(heard.samples, expected.samples).map { abs(Int($0) - Int($1)) }.max() ?? -1
        #expect((0...1).contains(worst), "\(worst)")
    }
}
