/// Converts lists in UTF-16, which begin with a byte order mark.
enum Utf16Text {
    /// Returns the text in UTF-8; nil if the bytes do not begin with a UTF-16 byte order mark.
    static func utf8(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var first: UInt8?
        for byte in bytes.dropFirst(2) {
            if let low = first {
                units.append(isLittle ? UInt16(byte) << 8 | UInt16(low) : UInt16(low) << 8 | UInt16(byte))
                first = nil
            } else {
                first = byte
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
