/// A handmade MPEG-1 Layer I frame: mono, 48 kHz, 128 kbit/s, sound in one subband (ISO/IEC 11172-3 §2.4.1.5).
enum LayerOneFrame {
    static let tone: [UInt8] = {
        var bits: [UInt8] = []
        func put(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
        }
        put(0xFFF, 12)  // sync
        put(1, 1)  // MPEG-1
        put(3, 2)  // Layer I
        put(1, 1)  // no CRC
        put(4, 4)  // 128 kbit/s
        put(1, 2)  // 48 kHz
        put(0, 2)  // no padding, private
        put(3, 2)  // mono
        put(0, 6)
        // The bit allocation of each of the 32 subbands: 4 bits. The value 3 means four bits per sample.
        for subband in 0..<32 { put(subband == 1 ? 3 : 0, 4) }
        put(6, 6)  // scale factor 0.5
        // Twelve samples, whose codes alternate between high and low.
        for sample in 0..<12 { put(sample % 4 < 2 ? 13 : 1, 4) }
        // Pads the frame to its length: 12 × 128000 / 48000 = 32 slots of four bytes.
        while bits.count < 32 * 32 { bits.append(0) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
        }
    }()
}
