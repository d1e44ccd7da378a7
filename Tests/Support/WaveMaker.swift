/// Makes WAVE and AIFF files. The sizes in the files are right unless a test states others.
package struct WaveMaker {
    /// The identifier of the file: `RIFF`, `RIFX`, `RF64` or `BW64`, or `FORM` for AIFF.
    package var sign = "RIFF"
    package var form = "WAVE"
    private var isBigEndian: Bool { sign == "RIFX" || sign == "FORM" }

    package static let wave = WaveMaker()
    package static let bigWave = WaveMaker(sign: "RIFX")
    package static let aiff = WaveMaker(sign: "FORM", form: "AIFF")
    package static let aifc = WaveMaker(sign: "FORM", form: "AIFC")

    package init(sign: String = "RIFF", form: String = "WAVE") { (self.sign, self.form) = (sign, form) }

    package func number(_ value: Int, _ count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    /// - Parameter size: The stated size, or nil for the body's size.
    package func chunk(_ name: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        Array(name.utf8) + number(size ?? body.count, 4) + body + (body.count & 1 == 0 ? [] : [0])
    }

    package func file(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Array(form.utf8) + chunks.flatMap { $0 }
        return Array(sign.utf8) + number(body.count, 4) + body
    }

    /// - Parameter isExtensible: Whether the chunk has the form WAVE_FORMAT_EXTENSIBLE, with the tag in its GUID.
    package func fmt(
        tag: Int = 1, channels: Int = 2, rate: Int = 44_100, bits: Int = 16, block: Int? = nil,
        isExtensible: Bool = false
    ) -> [UInt8] {
        let block = block ?? channels * ((bits + 7) / 8)
        var body = number(isExtensible ? 0xFFFE : tag, 2) + number(channels, 2) + number(rate, 4)
        body += number(rate * block, 4) + number(block, 2) + number(bits, 2)
        if isExtensible {
            body += number(22, 2) + number(bits, 2) + number(3, 4) + number(tag, 4)
            body += number(0, 2) + number(0x10, 2) + [0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        }
        return chunk("fmt ", body)
    }

    /// - Parameter compression: The compression type of AIFF-C.
    package func comm(
        channels: Int = 2, frames: Int, bits: Int = 16, rate: Int = 44_100, compression: String? = nil
    ) -> [UInt8] {
        let exponent = Int.bitWidth - 1 - rate.leadingZeroBitCount
        var body = number(channels, 2) + number(frames, 4) + number(bits, 2)
        body += number(16_383 + exponent, 2) + number(rate << (63 - exponent), 8)
        if let compression { body += Array(compression.utf8) + [4, 0x6E, 0x61, 0x6D, 0x65, 0] }
        return chunk("COMM", body)
    }

    /// - Parameter offset: The number of unused bytes before the sound, which the chunk states.
    package func ssnd(_ sound: [UInt8], offset: Int = 0, size: Int? = nil) -> [UInt8] {
        chunk("SSND", number(offset, 4) + number(0, 4) + [UInt8](repeating: 0x55, count: offset) + sound, size: size)
    }
}
