import RadioFormats
import TestSupport
import Testing

@testable import RadioAudio

struct FaadDecoderTests {
    struct Row: CustomTestStringConvertible {
        var file: String
        var rate: Int
        var channels: Int
        var testDescription: String { file }
    }

    @Test(arguments: [
        Row(file: "aac-lc-44100-stereo.aac", rate: 44_100, channels: 2),
        // This AAC-LC must not be taken for HE-AAC: neither doubled to 44.1 kHz nor made stereo.
        Row(file: "aac-lc-22050-mono.aac", rate: 22_050, channels: 1),
    ])
    func lowComplexity(_ row: Row) throws {
        let packets = Samples.adtsPackets(try Samples.read(row.file))
        let sound = Decoding(packets, by: try FaadDecoder(framing: .adts))
        #expect(sound.errors.isEmpty)
        #expect(sound.formats == [PCMFormat(sampleRate: row.rate, channelCount: row.channels)])
        // The first packet only primes the decoder, so it may give no sound.
        #expect(sound.frameCounts.dropFirst().allSatisfy { $0 == 1024 })
        let channel = sound.channel(row.channels - 1)[..<(row.rate / 2)]
        let frequency = try #require(Tone.frequency(channel, rate: row.rate))
        #expect(abs(frequency - 440) < 1)
        #expect(abs(Tone.amplitude(channel, at: 440, rate: row.rate) - (row.channels == 1 ? 0.5 : 0.354)) < 0.03)
    }

    /// Files by other encoders. The expected frequencies are those in the sound that libavcodec decodes from the same
    /// files.
    @Test(
        .enabled(if: Corpus.isPresent, "shared/corpus is absent"),
        arguments: [
            Row(file: "he1.aac", rate: 44_100, channels: 2), Row(file: "he1mono.aac", rate: 44_100, channels: 2),
            Row(file: "he2.aac", rate: 44_100, channels: 2), Row(file: "mono.aac", rate: 44_100, channels: 1),
            Row(file: "mono22.aac", rate: 22_050, channels: 1), Row(file: "t22.aac", rate: 22_050, channels: 2),
        ])
    func corpus(_ row: Row) throws {
        let packets = Samples.adtsPackets(try Corpus.read("audio/\(row.file)"))
        let sound = Decoding(packets, by: try FaadDecoder(framing: .adts))
        #expect(sound.errors.isEmpty)
        #expect(sound.formats == [PCMFormat(sampleRate: row.rate, channelCount: row.channels)])
        #expect(sound.frameCount >= (packets.count - 1) * 1024)
        // The files contain speech, music and noise, and all the time a tone of 440 Hz.
        let channel = sound.channel(0)
        let tone = Tone.amplitude(channel, at: 440, rate: row.rate)
        for other in [220.0, 466.2, 880] {
            #expect(tone > 2 * Tone.amplitude(channel, at: other, rate: row.rate), "\(other) Hz")
        }
    }

    @Test func sixChannelsComeInTheOrderOfWaveFiles() throws {
        let packets = Samples.adtsPackets(try Samples.read("aac-lc-48000-5.1.aac"))
        let sound = Decoding(packets, by: try FaadDecoder(framing: .adts))
        #expect(sound.formats == [PCMFormat(sampleRate: 48_000, channelCount: 6)])
        for (channel, frequency) in [300.0, 500, 700, 60, 1100, 1300].enumerated() {
            let samples = sound.channel(channel)[..<24_000]
            #expect(Tone.amplitude(samples, at: frequency, rate: 48_000) > 0.2, "channel \(channel)")
        }
    }

    @Test func bareAccessUnitsDecodeByTheirConfiguration() throws {
        let packets = Samples.adtsPackets(try Samples.read("aac-lc-44100-stereo.aac"))
        let bare = packets.map { Array($0[7...]) }
        // The AudioSpecificConfig of AAC-LC, 44.1 kHz, stereo (ISO/IEC 14496-3 §1.6.2.1): the bits 00010 0100 0010 000.
        let decoder = try FaadDecoder(framing: .raw(audioSpecificConfig: [0x12, 0x10]))
        let sound = Decoding(bare, by: decoder)
        let framed = Decoding(packets, by: try FaadDecoder(framing: .adts))
        #expect(sound.errors.isEmpty)
        #expect(sound.formats == [PCMFormat(sampleRate: 44_100, channelCount: 2)])
        #expect(sound.channel(0) == framed.channel(0))
    }

    @Test func anUnknownConfigurationIsUnsupported() {
        // xHE-AAC (object type 42), which libfaad cannot decode.
        #expect(throws: DecoderError.self) {
            _ = try FaadDecoder(framing: .raw(audioSpecificConfig: [0xF9, 0x48, 0x40]))
        }
        #expect(throws: DecoderError.self) { _ = try FaadDecoder(framing: .raw(audioSpecificConfig: [])) }
    }

    @Test func aChangeOfTheHeaderStartsAnew() throws {
        let first = Samples.adtsPackets(try Samples.read("aac-lc-44100-stereo.aac"))
        let second = Samples.adtsPackets(try Samples.read("aac-lc-22050-mono.aac"))
        let sound = Decoding(first + second, by: try FaadDecoder(framing: .adts))
        #expect(sound.errors.isEmpty)
        #expect(
            sound.formats == [.init(sampleRate: 44_100, channelCount: 2), .init(sampleRate: 22_050, channelCount: 1)])
    }

    @Test func damageIsAnErrorAndGoodPacketsDecodeAgain() throws {
        let packets = Samples.adtsPackets(try Samples.read("aac-lc-44100-stereo.aac"))
        let decoder = try FaadDecoder(framing: .adts)
        var sound = Decoding(Array(packets[..<10]), by: decoder)
        sound.add([UInt8](repeating: 0x55, count: 300), by: decoder)
        sound.add([], by: decoder)
        sound.add([UInt8](repeating: 0xFF, count: FaadDecoder.maximumPacketSize + 1), by: decoder)
        #expect(sound.errors.count == 3)
        var random = SeededGenerator(seed: 1)
        for packet in packets[10..<20] {
            // The header stays, and noise replaces the content. After many such packets, the decoder replaces its
            // damaged libfaad handle.
            sound.add(packet[..<7] + packet[7...].map { _ in .random(in: 0...255, using: &random) }, by: decoder)
        }
        let before = sound.errors.count
        for packet in packets[20...] { sound.add(packet, by: decoder) }
        // Damaged packets may leave libfaad in a bad state. Good packets may therefore fail until the decoder replaces
        // the handle.
        #expect(sound.errors.count < before + FaadDecoder.errorsBeforeRestart)
        let last = Array(sound.channel(0).suffix(16_384).prefix(8192))
        #expect(Tone.amplitude(last, at: 440, rate: 44_100) > 0.3)
    }

    @Test func resetForgetsTheOverlap() throws {
        let packets = Samples.adtsPackets(try Samples.read("aac-lc-44100-stereo.aac"))
        let decoder = try FaadDecoder(framing: .adts)
        _ = Decoding(Array(packets[..<20]), by: decoder)
        decoder.reset()
        let again = Decoding(Array(packets[20...]), by: decoder)
        let fresh = Decoding(Array(packets[20...]), by: try FaadDecoder(framing: .adts))
        #expect(again.errors.isEmpty)
        // Both decoders are primed by their first packet. Later samples differ only by the noise that AAC decoders
        // generate.
        let pairs = zip(again.channel(0).suffix(8192), fresh.channel(0).suffix(8192))
        #expect(pairs.allSatisfy { abs($0 - $1) < 0.01 })
    }
}
