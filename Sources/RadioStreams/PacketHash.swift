/// A hash of a packet's exact bytes.
///
/// Two different packets have equal hashes with a chance of 1 in 2^64. The hash does not resist an attacker who crafts
/// two packets with equal hashes. It need not resist one, because the sender of a stream decides what is heard anyway.
enum PacketHash {
    /// Returns the hash of a packet's bytes and of their number.
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: bytes.count) &+ 0x9E37_79B9_7F4A_7C15
        var at = 0
        while at + 8 <= bytes.count {
            hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at += 8
        }
        while at < bytes.count {
            hash = mixed(hash ^ UInt64(bytes[at]))
            at += 1
        }
        return hash
    }

    /// Mixes the bits one-to-one, so packets that differ in a single word never have equal hashes.
    ///
    /// This is the finaliser of MurmurHash3 (Appleby 2011).
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ (value >> 33)
    }
}
