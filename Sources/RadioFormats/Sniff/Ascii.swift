/// Functions that compare bytes with ASCII text. Upper and lower case are equal.
package enum Ascii {
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    static func begins(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString) -> Bool {
        matches(bytes, sign, at: 0)
    }

    static func contains(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString) -> Bool {
        firstIndex(bytes, sign) != nil
    }

    static func firstIndex(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString) -> Int? {
        bytes.indices.first { matches(bytes, sign, at: $0) }
    }

    private static func matches(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString, at start: Int) -> Bool {
        guard bytes.count - start >= sign.utf8CodeUnitCount else { return false }
        for index in 0..<sign.utf8CodeUnitCount
        where lowercase(bytes[start + index]) != lowercase(sign.utf8Start[index]) {
            return false
        }
        return true
    }

    /// Returns the number that one to eight hexadecimal digits stand for; nil for anything else, such as a sign.
    package static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
        guard (1...8).contains(digits.count) else { return nil }
        var number: UInt32 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
