import Glibc
import RadioFormats
import TestSupport
import Testing

/// The files in Tests/Samples were made by real encoders. Every byte of them belongs to a frame or a tag.
@Suite struct SampleFilesTests {
    static func read(_ name: String) throws -> [UInt8] {
        // The path of the folder Tests, three levels above this file.
        let tests = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try #require(fopen("\(tests)/Samples/\(name)", "rb"), "\(name) is missing")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 200_000)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }

    // The expected counts are those of `ffprobe -count_packets`, or of `mpg123 -v -t` for free format, which ffprobe
    // cannot read.
    @Test(
        arguments: [
            ("mpeg1-32000-mono-layer1.mp1", .mpegLayer1, 32_000, 1, 250),
            ("mpeg1-32000-stereo-cbr96.mp3", .mpegLayer3, 32_000, 2, 113),
            ("mpeg1-44100-mono-reservoir.mp3", .mpegLayer3, 44_100, 1, 155),
            ("mpeg1-44100-stereo-cbr128.mp3", .mpegLayer3, 44_100, 2, 308),
            ("mpeg1-44100-stereo-free160.mp3", .mpegLayer3, 44_100, 2, 116),
            ("mpeg1-44100-stereo-vbr.mp3", .mpegLayer3, 44_100, 2, 231),
            ("mpeg1-48000-mono-cbr64.mp3", .mpegLayer3, 48_000, 1, 335),
            ("mpeg1-48000-stereo-layer2.mp2", .mpegLayer2, 48_000, 2, 125),
            ("mpeg2-22050-mono-cbr32.mp3", .mpegLayer3, 22_050, 1, 232),
            ("mpeg2-24000-mono-layer2.mp2", .mpegLayer2, 24_000, 1, 63),
            ("mpeg25-11025-mono-cbr16.mp3", .mpegLayer3, 11_025, 1, 79),
            ("mpeg25-8000-mono-cbr16.mp3", .mpegLayer3, 8_000, 1, 58),
        ] as [(String, AudioCodec, Int, Int, Int)])
    func `MPEG audio`(name: String, codec: AudioCodec, rate: Int, channels: Int, count: Int) throws {
        let bytes = try Self.read(name)
        let events = try MpegAudioFramerTests.frames(bytes)
        let packets = MpegAudioFramerTests.packets(events)
        #expect(packets.count == count)
        #expect(!events.contains(.discontinuity))
        for event in events {
            guard case .format(let format) = event else { continue }
            #expect(format.codec == codec)
            #expect(format.sampleRate == rate)
            #expect(format.channelCount == channels)
        }
        #expect(
            bytes.withUnsafeBytes { ContentSniffer.sniff($0, contentType: "audio/aac", isComplete: false) }
                == .mpegAudio)
    }

    @Test(arguments: [("aac-lc-44100-stereo.aac", 44_100, 2, 260), ("aac-lc-48000-mono.aac", 48_000, 1, 283)])
    func `AAC in ADTS`(name: String, rate: Int, channels: Int, count: Int) throws {
        let bytes = try Self.read(name)
        let events = try AdtsFramerTests.frames(bytes)
        #expect(events.first == AdtsFramerTests.format(rate, channels))
        #expect(events.count == count + 1)
        #expect(
            bytes.withUnsafeBytes { ContentSniffer.sniff($0, contentType: "audio/mpeg", isComplete: false) } == .adts)
    }

    @Test func `what an encoder says of its file`() throws {
        var framer = MpegAudioFramer(isFile: true)
        var samples = 0
        try Self.read("mpeg1-44100-stereo-vbr.mp3").withUnsafeBytes {
            framer.feed($0) { if case .packet(let packet) = $0 { samples += packet.decodedCount } }
        }
        framer.finish { if case .packet(let packet) = $0 { samples += packet.decodedCount } }
        let information = try #require(framer.information)
        let added = try #require(information.encoderDelay) + #require(information.encoderPadding)
        #expect(information.isVariable)
        #expect(information.frameCount == samples / 1152)
        #expect(framer.statedDuration == MediaTime(samples: Int64(samples - added), rate: 44_100))
    }
}
