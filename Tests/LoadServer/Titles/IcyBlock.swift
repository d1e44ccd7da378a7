/// An ICY metadata block: a byte with the length in units of 16 bytes, the text, zeros.
enum IcyBlock {
    static let none: [UInt8] = [0]
    private static let maximum = 255 * 16

    static func bytes(_ metadata: [UInt8]) -> [UInt8] {
        let text = metadata.prefix(maximum)
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }
}
