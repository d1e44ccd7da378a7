import RadioAudio
import RadioFormats
import TestSupport

/// The sound that a player wrote to its file output.
struct WaveRecording {
    /// The samples of all channels, interleaved.
    var samples: [Int16]

    /// Reads a file of 16-bit PCM. The samples extend from the header of the data chunk to the end of the file.
    init(path: String) throws {
        let bytes = try Samples.read(path: path)
        let sign = Array("data".utf8)
        let start = bytes.firstRange(of: sign).map { $0.upperBound + 4 } ?? bytes.count
        samples = bytes[start...].withUnsafeBytes { raw in
            (0..<raw.count / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
    }

    /// Decodes consecutive packets of the sample's format with Longwave's own decoder, and rounds the samples as the
    /// file output does.
    static func expected(_ packets: [[UInt8]], like sample: Sample) throws -> [Int16] {
        let isAac = sample.codec == .aac
        let format = MediaFormat(
            codec: sample.codec, framing: isAac ? .adts : .mpegAudio, sampleRate: sample.sampleRate,
            channelCount: sample.channels)
        let decoder = try AudioDecoders.make(for: format)
        var samples: [Int16] = []
        for packet in packets {
            try packet.withUnsafeBytes { bytes in
                for value in try decoder.decode(Packet(bytes: bytes, sampleCount: 0)).samples {
                    let scaled = (value * 32768).rounded()
                    samples.append(scaled >= 32767 ? 32767 : scaled <= -32768 ? -32768 : Int16(scaled))
                }
            }
        }
        return samples
    }

    /// Returns how many samples at the end of the recording agree with the end of `expected`.
    /// - Parameter tolerance: The allowed difference per sample (full scale: 32,768). Noise that the encoder leaves to
    ///   the decoder (PNS) differs after each start.
    func agreementAtEnd(with expected: [Int16], tolerance: Int = 0) -> Int {
        zip(samples.reversed(), expected.reversed()).enumerated().first {
            abs(Int($0.element.0) - Int($0.element.1)) > tolerance
        }?.offset ?? min(samples.count, expected.count)
    }

    /// Returns how many samples at the start of the recording agree with the start of `expected`.
    func agreement(with expected: [Int16]) -> Int {
        zip(samples, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(samples.count, expected.count)
    }
}
