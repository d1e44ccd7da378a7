import Glibc

/// Quiet sound as samples. Most of its high bytes are 0xFF or 0x00, so that many bytes look like frame headers.
package struct QuietSound: Sendable, CustomStringConvertible {
    /// The peak, relative to full scale.
    package var peak: Double
    /// The frequency in hertz.
    package var tone: Double
    /// The level of the noise, relative to the peak.
    package var noise: Double
    package var bytesPerSample: Int
    package var channels: Int
    package var isBigEndian: Bool

    package init(
        peak: Double = 0.004, tone: Double = 440, noise: Double = 0.3, bytesPerSample: Int = 2, channels: Int = 2,
        isBigEndian: Bool = false
    ) {
        (self.peak, self.tone, self.noise) = (peak, tone, noise)
        (self.bytesPerSample, self.channels, self.isBigEndian) = (bytesPerSample, channels, isBigEndian)
    }

    /// Sounds of every level, sample format and byte order.
    package static let all: [QuietSound] = {
        var sounds: [QuietSound] = []
        for peak in [0.0002, 0.004] {
            for (tone, noise) in [(0.0, 1.0), (441, 0), (440, 0.3), (100, 0.05)] {
                for form in 0..<8 {
                    sounds.append(
                        QuietSound(
                            peak: peak, tone: tone, noise: noise, bytesPerSample: form & 1 == 0 ? 2 : 3,
                            channels: form & 2 == 0 ? 1 : 2, isBigEndian: form & 4 != 0))
                }
            }
        }
        return sounds
    }()

    package var description: String {
        "\(tone) Hz at \(peak), noise \(noise), \(bytesPerSample * 8) bits, \(channels) channels, "
            + (isBigEndian ? "big endian" : "little endian")
    }

    /// Returns the samples at 44.1 kHz.
    package func samples(seconds: Double = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(tone) &* 31 &+ UInt64(bytesPerSample))
        let scale = pow(2, Double(8 * bytesPerSample - 1))
        var bytes: [UInt8] = []
        for frame in 0..<Int(seconds * 44_100) {
            for channel in 0..<channels {
                let angle = 2 * Double.pi * tone * Double(frame) / 44_100 + Double(channel)
                let random = Double(generator.next() % 2001) / 1000 - 1
                let value = Int(((sin(angle) + random * noise) * peak * scale).rounded())
                let places = (0..<bytesPerSample).map { isBigEndian ? bytesPerSample - 1 - $0 : $0 }
                bytes += places.map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
        }
        return bytes
    }

    /// Returns a WAVE file of the sound.
    package func wave(seconds: Double = 1, formatTag: Int = 1) -> [UInt8] {
        Self.wave(samples(seconds: seconds), channels, bytesPerSample, formatTag: formatTag)
    }

    /// - Parameter formatTag: 1 is PCM, 0x11 is IMA ADPCM, 0x55 is MP3.
    package static func wave(
        _ data: [UInt8], _ channels: Int = 2, _ bytesPerSample: Int = 2, formatTag: Int = 1
    ) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let block = channels * bytesPerSample
        return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(formatTag, 2) + little(channels, 2) + little(44_100, 4) + little(44_100 * block, 4)
            + little(block, 2) + little(8 * bytesPerSample, 2) + Array("data".utf8) + little(data.count, 4) + data
    }
}
