/// How the samples of uncompressed sound are written: interleaved, in the channel order of WAVE files.
package struct SampleEncoding: Hashable, Sendable {
    package enum Number: Hashable, Sendable {
        /// Two's complement.
        case signed
        /// Zero is in the middle of the range, as in WAVE files of 8 bits.
        case unsigned
        /// IEEE 754.
        case float
        /// ITU-T G.711.
        case aLaw, muLaw
    }

    package var number: Number
    /// Bytes of a sample; what is not used of them are its low bits.
    package var byteCount: Int
    package var isBigEndian: Bool

    package init(number: Number, byteCount: Int, isBigEndian: Bool) {
        self.number = number
        self.byteCount = byteCount
        self.isBigEndian = isBigEndian
    }
}
