import Glibc
import RadioFormats

/// A sound file in Tests/Samples, made by the project itself (`bin/make-samples`).
///
/// The left channel, or the only one, has ``tones`` of half a second each at half of full scale, without a jump in
/// phase. The right channel is a linear sweep from 300 to 3,000 Hz over ``seconds``. Encoders add up to 0.2 s of
/// padding before and after the sound.
package struct Sample: Sendable, CustomStringConvertible {
    package var file: String
    package var codec: AudioCodec
    package var sampleRate: Int
    package var channels: Int
    /// The bit rate in kbit/s, or nil if it varies.
    package var bitrate: Int?
    /// The duration of the sound in seconds, without the encoder's padding.
    package var seconds: Double
    /// The number of sample frames in a codec frame.
    package var frameSamples: Int
    package var frames: Int
    /// Whether decoding can start at any frame, because the file has no bit reservoir and no Xing header. Such a file
    /// repeats cleanly.
    package var isStation = false

    /// 44.1 kHz stereo at 128 kbit/s, as most stations send.
    package static let mp3 = Sample(
        file: "mpeg1-44100-stereo-cbr128.mp3", codec: .mpegLayer3, sampleRate: 44_100, channels: 2, bitrate: 128,
        seconds: 8, frameSamples: 1152, frames: 308, isStation: true)
    /// 48 kHz mono at 64 kbit/s, like an advertisement that interrupts a station with the format of ``mp3``.
    package static let mp3Mono48 = Sample(
        file: "mpeg1-48000-mono-cbr64.mp3", codec: .mpegLayer3, sampleRate: 48_000, channels: 1, bitrate: 64,
        seconds: 8, frameSamples: 1152, frames: 335, isStation: true)
    package static let mp3Stereo32 = Sample(
        file: "mpeg1-32000-stereo-cbr96.mp3", codec: .mpegLayer3, sampleRate: 32_000, channels: 2, bitrate: 96,
        seconds: 4, frameSamples: 1152, frames: 113, isStation: true)
    /// Variable bit rate with a bit reservoir, gapless. The Xing and LAME headers are in an additional frame, which
    /// `frames` includes.
    package static let mp3Variable = Sample(
        file: "mpeg1-44100-stereo-vbr.mp3", codec: .mpegLayer3, sampleRate: 44_100, channels: 2, bitrate: nil,
        seconds: 6, frameSamples: 1152, frames: 232)
    /// Frames that use the bit reservoir: parts of their data are in earlier frames.
    package static let mp3Reservoir = Sample(
        file: "mpeg1-44100-mono-reservoir.mp3", codec: .mpegLayer3, sampleRate: 44_100, channels: 1, bitrate: 48,
        seconds: 4, frameSamples: 1152, frames: 155)
    package static let mp3FreeFormat = Sample(
        file: "mpeg1-44100-stereo-free160.mp3", codec: .mpegLayer3, sampleRate: 44_100, channels: 2, bitrate: 160,
        seconds: 3, frameSamples: 1152, frames: 116)
    package static let mp3Mpeg2 = Sample(
        file: "mpeg2-22050-mono-cbr32.mp3", codec: .mpegLayer3, sampleRate: 22_050, channels: 1, bitrate: 32,
        seconds: 6, frameSamples: 576, frames: 232, isStation: true)
    package static let mp3Mpeg25 = Sample(
        file: "mpeg25-11025-mono-cbr16.mp3", codec: .mpegLayer3, sampleRate: 11_025, channels: 1, bitrate: 16,
        seconds: 4, frameSamples: 576, frames: 79, isStation: true)
    package static let mp3At8000 = Sample(
        file: "mpeg25-8000-mono-cbr16.mp3", codec: .mpegLayer3, sampleRate: 8_000, channels: 1, bitrate: 16,
        seconds: 4, frameSamples: 576, frames: 58, isStation: true)
    package static let mp2 = Sample(
        file: "mpeg1-48000-stereo-layer2.mp2", codec: .mpegLayer2, sampleRate: 48_000, channels: 2, bitrate: 128,
        seconds: 3, frameSamples: 1152, frames: 125, isStation: true)
    package static let mp2Mpeg2 = Sample(
        file: "mpeg2-24000-mono-layer2.mp2", codec: .mpegLayer2, sampleRate: 24_000, channels: 1, bitrate: 48,
        seconds: 3, frameSamples: 1152, frames: 63, isStation: true)
    package static let mp1 = Sample(
        file: "mpeg1-32000-mono-layer1.mp1", codec: .mpegLayer1, sampleRate: 32_000, channels: 1, bitrate: 64,
        seconds: 3, frameSamples: 384, frames: 250, isStation: true)
    package static let aac = Sample(
        file: "aac-lc-44100-stereo.aac", codec: .aac, sampleRate: 44_100, channels: 2, bitrate: nil,
        seconds: 6, frameSamples: 1024, frames: 260, isStation: true)
    package static let aacMono48 = Sample(
        file: "aac-lc-48000-mono.aac", codec: .aac, sampleRate: 48_000, channels: 1, bitrate: nil,
        seconds: 6, frameSamples: 1024, frames: 283, isStation: true)

    package static let all: [Sample] = [
        .mp3, .mp3Mono48, .mp3Stereo32, .mp3Variable, .mp3Reservoir, .mp3FreeFormat, .mp3Mpeg2, .mp3Mpeg25,
        .mp3At8000, .mp2, .mp2Mpeg2, .mp1, .aac, .aacMono48,
    ]

    /// The frequencies of the left channel in hertz, for ``toneSeconds`` each.
    package var tones: [Double] {
        (0..<Int(seconds / Self.toneSeconds)).map { step in
            switch codec {
            case .mpegLayer1: 750 + 500 * Double(step % 6)
            case .mpegLayer2, .mpegLayer3, .aac, .vorbis, .opus, .flac, .pcm: 440 * pow(2, Double(step) / 6)
            }
        }
    }

    package static let toneSeconds = 0.5

    /// The path of the file.
    package var path: String { Self.path(of: file) }

    static func path(of file: String) -> String { "/" + (directory + [file]).joined(separator: "/") }

    // The folder Tests/Samples, found by the path of this file.
    private static let directory = #filePath.split(separator: "/").dropLast(2).map(String.init) + ["Samples"]

    package func read() throws -> [UInt8] { try Samples.read(path: path) }

    package var description: String { file }
}
