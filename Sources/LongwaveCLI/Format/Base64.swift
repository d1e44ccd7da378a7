/// RFC 4648 §4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let group = bytes[index..<min(index + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for position in 0..<4 {
                let isPadding = position > group.count
                let sextet = Int(bits >> UInt32(18 - 6 * position)) & 63
                result.append(isPadding ? UInt8(ascii: "=") : alphabet[sextet])
            }
            index += 3
        }
        return String(decoding: result, as: UTF8.self)
    }
}
