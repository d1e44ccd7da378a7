import RadioFormats

/// Converts uncompressed samples to floats.
package final class PcmDecoder: AudioDecoder {
    private let encoding: SampleEncoding
    private let format: PCMFormat
    private var sound = SampleBuffer()

    /// Creates a decoder.
    /// - Throws: ``DecoderError/unsupported(_:)`` unless samples are integers of 8 to 32 bits, floats of 32 or 64 bits,
    ///   or G.711.
    package init(_ encoding: SampleEncoding, sampleRate: Int, channelCount: Int) throws(DecoderError) {
        let widths =
            switch encoding.number {
            case .signed, .unsigned: [1, 2, 3, 4]
            case .float: [4, 8]
            case .aLaw, .muLaw: [1]
            }
        guard widths.contains(encoding.byteCount), channelCount > 0 else {
            throw .unsupported("PCM of \(encoding.byteCount * 8) bits")
        }
        self.encoding = encoding
        format = PCMFormat(sampleRate: sampleRate, channelCount: channelCount)
    }

    /// Converts a packet's samples to floats. Bytes after the last whole sample frame are ignored.
    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        let width = encoding.byteCount
        let frames = packet.bytes.count / (width * format.channelCount)
        let samples = sound.take(frames * format.channelCount)
        let bytes = packet.bytes
        switch encoding.number {
        case .aLaw: for index in samples.indices { samples[index] = Self.aLaw[Int(bytes[index])] }
        case .muLaw: for index in samples.indices { samples[index] = Self.muLaw[Int(bytes[index])] }
        case .float where width == 4:
            for index in samples.indices { samples[index] = Float(bitPattern: word(bytes, index, UInt32.self)) }
        case .float:
            for index in samples.indices {
                samples[index] = Float(Double(bitPattern: word(bytes, index, UInt64.self)))
            }
        case .signed: read(bytes, samples, middle: 0)
        // Of unsigned samples, the middle of the value range is silence, so it becomes zero.
        case .unsigned: read(bytes, samples, middle: 1 << 31)
        }
        return DecodedAudio(format: format, samples: UnsafeBufferPointer(samples))
    }

    /// Reads integer samples. Samples of any width are shifted to the high bits of 32, so full scale is always 2³¹.
    private func read(_ bytes: UnsafeRawBufferPointer, _ samples: UnsafeMutableBufferPointer<Float>, middle: UInt32) {
        func put(_ index: Int, _ bits: UInt32) {
            samples[index] = Float(Int32(bitPattern: bits ^ middle)) * 0x1p-31
        }
        switch encoding.byteCount {
        case 1: for index in samples.indices { put(index, UInt32(bytes[index]) << 24) }
        case 2: for index in samples.indices { put(index, UInt32(word(bytes, index, UInt16.self)) << 16) }
        case 3:
            let (high, low) = encoding.isBigEndian ? (0, 2) : (2, 0)
            for index in samples.indices {
                let at = 3 * index
                put(
                    index, UInt32(bytes[at + high]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + low]) << 8)
            }
        case _: for index in samples.indices { put(index, word(bytes, index, UInt32.self)) }
        }
    }

    /// Reads the number at an index, in the encoding's byte order.
    private func word<Word: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ index: Int, _: Word.Type) -> Word {
        let word = bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Word>.size, as: Word.self)
        return encoding.isBigEndian ? Word(bigEndian: word) : Word(littleEndian: word)
    }

    package func reset() {}

    package func giveFirst() {}

    package var blendsJoints: Bool { false }

    // MARK: ITU-T G.711

    /// The sample for each µ-law code.
    private static let muLaw: [Float] = (0...255).map { code in
        let code = ~code & 0xFF
        let size = (((code & 15) << 3) + 0x84) << (code >> 4 & 7) - 0x84
        return Float(code & 0x80 == 0 ? size : -size) / 32_768
    }

    /// The sample for each A-law code.
    private static let aLaw: [Float] = (0...255).map { code in
        let code = code ^ 0x55
        let part = code >> 4 & 7
        let step = (code & 15) << 4 + 8
        let size = part == 0 ? step : (step + 0x100) << (part - 1)
        return Float(code & 0x80 == 0 ? -size : size) / 32_768
    }
}
