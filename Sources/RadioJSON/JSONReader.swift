/// Reads a JSON text (RFC 8259) into a ``JSONValue``. Unlike the decoder of FoundationEssentials, it reports the
/// position of an error in the text.
///
/// The syntax must be exactly JSON, but a string that is not UTF-8 is read as windows-1252.
package struct JSONReader {
    /// The maximum depth of lists and objects inside one another. A deeper text is an error.
    package static let maximumDepth = JSONCursor.maximumDepth
    /// The maximum number of values in one text, including values inside others. The limit keeps a text from the
    /// network from using up the memory.
    package static let maximumValues = 500_000

    private var cursor: JSONCursor
    private var valueCount = 0

    /// Reads a text that consists of one value, with optional white space around it. A byte order mark at the start is
    /// skipped.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var reader = JSONReader(cursor: JSONCursor(bytes))
            let value = try reader.value()
            try reader.cursor.finish()
            return value
        }
    }

    /// Reads the value at a cursor, and moves the cursor behind the value.
    package static func read(_ cursor: inout JSONCursor) throws(JSONError) -> JSONValue {
        var reader = JSONReader(cursor: cursor)
        let value = try reader.value()
        cursor = reader.cursor
        return value
    }

    private init(cursor: JSONCursor) { self.cursor = cursor }

    /// Reads the value at the cursor, with all values inside it.
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
