/// A short name for a text: 64 bits of FNV-1a as thirteen letters and digits.
///
/// Two texts hardly ever have the same name, but an attacker can construct two that do. So security must not
/// depend on the name.
enum Fingerprint {
    static func of(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 32)
        return String(repeating: "0", count: 13 - digits.count) + digits
    }
}
