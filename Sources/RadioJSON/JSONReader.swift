/// Reads JSON (RFC 8259) and, unlike the decoder of FoundationEssentials, reports the place of an error.
///
/// The syntax is strict, but a string that is not UTF-8 is read as windows-1252.
package struct JSONReader {
    /// The deepest allowed nesting of lists and objects.
    package static let maximumDepth = JSONCursor.maximumDepth
    /// The maximum number of values in one text, nested values included. The limit bounds the memory that an untrusted
    /// text can use.
    package static let maximumValues = 500_000

    private var cursor: JSONCursor
    private var valueCount = 0

    /// Reads a text that consists of one value, with optional white space around it. Skips a byte order mark.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var reader = JSONReader(cursor: JSONCursor(bytes))
            let value = try reader.value()
            try reader.cursor.finish()
            return value
        }
    }

    /// Reads the value after a cursor and leaves the cursor behind the value.
    package static func read(_ cursor: inout JSONCursor) throws(JSONError) -> JSONValue {
        var reader = JSONReader(cursor: cursor)
        let value = try reader.value()
        cursor = reader.cursor
        return value
    }

    private init(cursor: JSONCursor) { self.cursor = cursor }

    /// Reads the value after the cursor, with all values nested in it.
    private mutating func value() throws(JSONError) -> JSONValue {
        valueCount += 1
        guard valueCount <= Self.maximumValues else { throw cursor.error("more than \(Self.maximumValues) values") }
        switch try cursor.kind {
        case .object:
            var members: [String: JSONValue] = [:]
            try cursor.enter()
            while try cursor.nextMember() {
                let name = try cursor.name()
                members[name] = try value()
            }
            return .object(members)
        case .array:
            var items: [JSONValue] = []
            try cursor.enter()
            while try cursor.nextItem() { items.append(try value()) }
            return .array(items)
        case .string: return .string(try cursor.string())
        case .number: return .number(try cursor.number())
        case .bool: return .bool(try cursor.bool())
        case .null:
            try cursor.null()
            return .null
        }
    }
}
