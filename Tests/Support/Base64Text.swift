/// Encodes bytes as Base64 (RFC 4648 §4), for credentials in HTTP headers.
package enum Base64Text {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = UInt32(0)
            for index in 0..<3 { bits = bits << 8 | UInt32(index < group.count ? group[start + index] : 0) }
            for index in 0..<4 {
                let six = Int(bits >> UInt32(18 - 6 * index)) & 63
                text.append(index <= group.count ? alphabet[six] : "=")
            }
        }
        return String(text)
    }
}
