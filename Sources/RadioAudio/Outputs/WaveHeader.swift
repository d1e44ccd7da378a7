/// The header of a RIFF/WAVE file with 16-bit PCM.
///
/// Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0".
package struct WaveHeader {
    static let size = 44
    /// Maximum length of the sound in bytes. The file's size is a 32-bit number and includes most of the header.
    package static let maximumDataBytes = Int(UInt32.max) - size

    var format: PCMFormat
    /// Length in bytes of the sound after the header.
    var dataBytes: Int

    package init(format: PCMFormat, dataBytes: Int) {
        self.format = format
        self.dataBytes = dataBytes
    }

    /// The bytes of the header.
    package var bytes: [UInt8] {
        let frameSize = format.channelCount * 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size)
        func put(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }
        func put(_ value: Int, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
        put("RIFF")
        put(dataBytes + Self.size - 8, 4)
        put("WAVEfmt ")
        put(16, 4)
        put(1, 2)  // WAVE_FORMAT_PCM
        put(format.channelCount, 2)
        put(format.sampleRate, 4)
        put(format.sampleRate * frameSize, 4)
        put(frameSize, 2)
        put(16, 2)
        put("data")
        put(dataBytes, 4)
        return bytes
    }
}
