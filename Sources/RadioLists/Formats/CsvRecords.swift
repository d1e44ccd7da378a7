import RadioText

/// The records of a text of comma-separated values (RFC 4180).
struct CsvRecords: Sequence, IteratorProtocol {
    /// Maximum length of a field in bytes; a longer field is cut.
    static let maximumLength = 16_384
    /// Maximum number of fields of a record; further ones are dropped.
    static let maximumFields = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the fields of the next line that is neither empty nor a comment (`#`).
    mutating func next() -> [String]? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A, 0x0D: position += 1
            case UInt8(ascii: "#"): skipLine()
            case _: return record()
            }
        }
        return nil
    }

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    }

    private mutating func record() -> [String] {
        var fields: [String] = []
        while true {
            let field = bytes[position...].first == UInt8(ascii: "\"") ? quotedField() : plainField()
            if fields.count < Self.maximumFields { fields.append(TextDecoding.decode(field)) }
            guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return fields }
            position += 1
        }
    }

    /// Reads an unquoted field, up to the next comma or line end.
    private mutating func plainField() -> [UInt8] {
        let start = position
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D,
            bytes[position] != UInt8(ascii: ",")
        {
            position += 1
        }
        return Array(bytes[start..<position].prefix(Self.maximumLength))
    }

    /// Reads a quoted field. Two quotes in it stand for one quote. Line ends inside the quotes and text after the
    /// closing quote belong to the field.
    private mutating func quotedField() -> [UInt8] {
        var field: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < bytes.count, bytes[position] == byte else { return field + plainField() }
                position += 1
            }
            if field.count < Self.maximumLength { field.append(byte) }
        }
        return field
    }
}
