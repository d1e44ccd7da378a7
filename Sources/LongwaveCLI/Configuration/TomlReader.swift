import CToml

/// Reads TOML 1.0 documents of limited size and depth with the library toml++.
enum TomlReader {
    /// Why a document cannot be read.
    struct Failure: Error, Hashable {
        /// The number of the line in the document, from 1; 0 if the failure belongs to no line.
        var line: Int
        var reason: String
    }

    /// The largest size of a document in bytes.
    static let maximumSize = 256 << 10
    /// The largest number of parts of a dotted key: `a.b.c` has three parts. `toml.cpp` limits the depth of nested
    /// lists and tables.
    private static let maximumParts = 8

    /// Reads a document.
    /// - Returns: the entries of the top table, in the order of the document.
    static func read(_ bytes: [UInt8]) throws(Failure) -> [TomlNode] {
        guard bytes.count <= maximumSize else {
            throw Failure(line: 0, reason: "it has more than \(maximumSize >> 10) KiB")
        }
        if let line = lineOfDeepKey(bytes) { throw Failure(line: line, reason: "a key has too many parts") }
        var error = longwave_toml_error()
        let document = bytes.withUnsafeBytes {
            longwave_toml_read($0.bindMemory(to: CChar.self).baseAddress, $0.count, &error)
        }
        guard let document else {
            let reason = withUnsafeBytes(of: &error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw Failure(line: Int(error.line), reason: "it is not valid TOML: \(reason)")
        }
        defer { longwave_toml_free(document) }
        return entries(document)
    }

    /// Returns the entries of the document's top table.
    ///
    /// `toml.cpp` returns all values in one array, in which a table or list precedes its content. This method reads the
    /// array backwards, so that the content of a table or list is complete when the table or list is made.
    private static func entries(_ document: OpaquePointer) -> [TomlNode] {
        let count = longwave_toml_count(document)
        // For each table or list that is not made yet, its entries in reverse order. The dictionary's key is the index
        // of the table or list in the document's array.
        var inside: [Int: [TomlNode]] = [:]
        for place in (1..<max(count, 1)).reversed() {
            let read = longwave_toml_at(document, place)
            inside[read.parent, default: []].append(node(read, inside.removeValue(forKey: place) ?? []))
        }
        return sorted(inside[0] ?? [])
    }

    /// Converts a node that toml++ read. For a table or list, `inside` is its content in reverse order.
    private static func node(_ read: longwave_toml_node, _ inside: [TomlNode]) -> TomlNode {
        let value: TomlNode.Value =
            switch read.kind {
            case LONGWAVE_TOML_TABLE: .table(sorted(inside))
            case LONGWAVE_TOML_LIST: .list(inside.reversed())
            case LONGWAVE_TOML_TEXT: .text(text(read.text, read.text_length))
            case LONGWAVE_TOML_INTEGER: .integer(read.integer)
            case LONGWAVE_TOML_NUMBER: .number(read.number)
            case LONGWAVE_TOML_FLAG: .flag(read.integer != 0)
            case _: .date
            }
        return TomlNode(
            key: text(read.key, read.key_length), value: value, line: Int(read.line), column: Int(read.column))
    }

    /// Sorts entries in the order of the document, because toml++ sorts the entries of a table by key.
    private static func sorted(_ entries: [TomlNode]) -> [TomlNode] {
        entries.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private static func text(_ begin: UnsafePointer<CChar>?, _ count: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: begin, count: count), as: UTF8.self)
    }

    /// Returns the line of the first dotted key with too many parts; nil if there is no such key before the document's
    /// first error.
    ///
    /// toml++ makes a nested table for each part of a key, without a limit. It frees nested tables by recursion, which
    /// can overflow the stack.
    private static func lineOfDeepKey(_ bytes: [UInt8]) -> Int? {
        var line = 1
        var dots = 0
        var place = 0
        func isTriple(_ byte: UInt8) -> Bool {
            place + 2 < bytes.count && bytes[place + 1] == byte && bytes[place + 2] == byte
        }
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\n"): (line, dots) = (line + 1, 0)
            case UInt8(ascii: "="), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
                UInt8(ascii: ","):
                dots = 0
            case UInt8(ascii: "."):
                dots += 1
                if dots >= maximumParts { return line }
            case UInt8(ascii: "#"):
                while place + 1 < bytes.count, bytes[place + 1] != UInt8(ascii: "\n") { place += 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let isLong = isTriple(byte)
                place += isLong ? 3 : 1
                // Skips the rest of a string. Only a string in triple quotation marks may continue on the next line.
                while place < bytes.count, bytes[place] != byte || isLong && !isTriple(byte) {
                    if bytes[place] == UInt8(ascii: "\n") {
                        // A line end in a string without triple quotation marks makes the document invalid. toml++
                        // reads no further, so later keys are not examined.
                        if !isLong { return nil }
                        line += 1
                    }
                    let isEscaped =
                        byte == UInt8(ascii: "\"") && bytes[place] == UInt8(ascii: "\\") && place + 1 < bytes.count
                    place += isEscaped && (bytes[place + 1] == byte || bytes[place + 1] == bytes[place]) ? 2 : 1
                }
                if isLong {
                    place += 2
                    // Up to two quotation marks directly before the closing three belong to the string's text, so the
                    // string ends with the last three.
                    while place + 1 < bytes.count, bytes[place + 1] == byte { place += 1 }
                }
            default: break
            }
            place += 1
        }
        return nil
    }
}
