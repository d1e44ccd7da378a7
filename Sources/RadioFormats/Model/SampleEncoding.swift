/// The layout of uncompressed samples: interleaved, in the channel order of WAVE files.
package struct SampleEncoding: Hashable, Sendable {
    /// How a sample's bits represent a number.
    package enum Number: Hashable, Sendable {
        /// Two's complement.
        case signed
        /// Offset binary: zero is the middle of the range, as in 8-bit WAVE files.
        case unsigned
        /// Floating-point number (IEEE 754).
        case float
        /// Logarithmic sample of 8 bits (ITU-T G.711).
        case aLaw, muLaw
    }

    package var number: Number
    /// Bytes per sample. If a sample has fewer bits than these bytes, their lowest bits are unused.
    package var byteCount: Int
    package var isBigEndian: Bool

    package init(number: Number, byteCount: Int, isBigEndian: Bool) {
        self.number = number
        self.byteCount = byteCount
        self.isBigEndian = isBigEndian
    }
}
