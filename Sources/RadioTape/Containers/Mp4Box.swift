/// Writes boxes of ISO/IEC 14496-12.
enum Mp4Box {
    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let body = content.flatMap(\.self)
        // A box's type is written in Latin-1, because some types, such as 0xA9 "nam", are not ASCII.
        return number(8 + body.count) + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + body
    }

    /// Returns a box with a version and flags.
    static func full(_ type: String, version: UInt8 = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
        box(type, [version] + BigEndian.bytes(flags, 3), content.flatMap(\.self))
    }

    static func number(_ number: Int, _ count: Int = 4) -> [UInt8] { BigEndian.bytes(number, count) }

    /// Returns a descriptor of ISO/IEC 14496-1 §8.3.3, with its length in one byte.
    static func descriptor(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] {
        let body = content.flatMap(\.self)
        return [tag, UInt8(truncatingIfNeeded: body.count)] + body
    }
}
