import Synchronization

/// The characters of a charset with one byte per character. iconv fills the table when the charset is first used.
final class CharsetTable: Sendable {
    /// The UTF-16 code unit of each of the 256 bytes, or ``undefined`` for a byte without a character.
    let units: [UInt16]
    private let bytes: [UInt16: UInt8]

    static let undefined: UInt16 = 0xFFFF

    /// The tables made so far, at most one for each known charset.
    private static let tables = Mutex<[Charset: CharsetTable]>([:])

    /// Returns the charset's table, or nil if glibc lacks the charset or its form has no table.
    static func of(_ charset: Charset) -> CharsetTable? {
        tables.withLock { tables in
            if let table = tables[charset] { return table }
            let table = CharsetTable(charset)
            tables[charset] = table
            return table
        }
    }

    /// Fills the table with iconv. Returns nil if glibc lacks the charset or its form has no table.
    private init?(_ charset: Charset) {
        guard charset.form == .singleByte || charset.form == .composing,
            Iconv.convert([0x41], from: charset.iconvName, to: "UTF-8") == [0x41]
        else { return nil }
        var units: [UInt16] = []
        var bytes: [UInt16: UInt8] = [:]
        for byte in UInt8.min...UInt8.max {
            let unit = byte < 0x80 ? UInt16(byte) : Self.unit(of: byte, in: charset)
            units.append(unit)
            if unit != Self.undefined, bytes[unit] == nil { bytes[unit] = byte }
        }
        self.units = units
        self.bytes = bytes
    }

    private static func unit(of byte: UInt8, in charset: Charset) -> UInt16 {
        let text = Iconv.convert([byte], from: charset.iconvName, to: "UTF-8").map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let text, text.utf16.count == 1, let unit = text.utf16.first, !(0x80...0x9F).contains(unit) else {
            return undefined
        }
        return unit
    }

    func decode(_ text: [UInt8]) -> String? {
        var decoded: [UInt16] = []
        decoded.reserveCapacity(text.count)
        for byte in text {
            let unit = units[Int(byte)]
            if unit == Self.undefined { return nil }
            decoded.append(unit)
        }
        return String(decoding: decoded, as: UTF16.self)
    }

    /// Returns the bytes of a text, or nil if the charset lacks one of its characters.
    /// - Parameter passing: A range of code points up to 0xFF. If the charset lacks a character in this range, the
    ///   character's code point is used as its byte.
    func encode(_ text: String, passing: ClosedRange<UInt16>? = nil) -> [UInt8]? {
        var encoded: [UInt8] = []
        for unit in text.utf16 {
            if let byte = bytes[unit] {
                encoded.append(byte)
            } else if let passing, passing.contains(unit) {
                encoded.append(UInt8(unit))
            } else {
                return nil
            }
        }
        return encoded
    }
}
