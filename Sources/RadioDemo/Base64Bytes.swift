/// Reads the sound that is part of the program (RFC 4648 §4; line ends are skipped).
enum Base64Bytes {
    static func decode(_ text: StaticString) -> [UInt8] {
        text.withUTF8Buffer { text in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count / 4 * 3)
            var bits: UInt32 = 0
            var count = 0
            for character in text {
                guard let value = value(of: character) else { continue }
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
            return bytes
        }
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
