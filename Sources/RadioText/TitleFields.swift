import RadioJSON

/// Reads the fields that automation programs send in place of a title or an address: queries and JSON objects.
enum TitleFields {
    /// Maximum length of a text in bytes. Longer texts are not read as fields.
    static let maximumLength = 4096

    /// Returns the fields of a query such as `&artist=Kurtis%20Blow&title=…` (SAM Broadcaster), or nil for other text.
    ///
    /// The query may begin with `&` or `?`, or be part of an HTTP address.
    static func query(_ bytes: [UInt8], charset: String?) -> NamedFields? {
        guard bytes.count <= maximumLength, bytes.contains(UInt8(ascii: "=")) else { return nil }
        let query =
            bytes.first == UInt8(ascii: "&") || bytes.first == UInt8(ascii: "?") ? bytes.dropFirst() : bytes[...]
        // In an HTTP address, the fields begin after the `?`. They count only if they name a track, because most
        // addresses have other queries.
        let start =
            query.starts(with: "http".utf8) ? query.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 } : query.startIndex
        guard let start else { return nil }
        var fields: [(String, String)] = []
        for part in query[start...].split(separator: UInt8(ascii: "&")).prefix(NamedFields.maximumFields) {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")), equals > part.startIndex else { continue }
            let name = String(decoding: part[..<equals], as: UTF8.self)
            guard name.utf8.allSatisfy({ QuotedPairs.isKey($0) || $0 == 0x2E }) else { return nil }
            fields.append((name, TextDecoding.decode(unescaped(part[(equals + 1)...]), charset: charset)))
        }
        let named = NamedFields(fields)
        let isAddress = start > query.startIndex
        return isAddress && !named.has("artist", "title", "song", "track", "songtype") ? nil : named
    }

    /// Decodes percent escapes (RFC 3986 §2.1) in a query's value. `+` becomes a space, as in HTML forms.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var at = text.startIndex
        while at < text.endIndex {
            if text[at] == UInt8(ascii: "%"), at + 2 < text.endIndex, let high = digit(text[at + 1]),
                let low = digit(text[at + 2])
            {
                result.append(high << 4 | low)
                at += 3
            } else {
                result.append(text[at] == UInt8(ascii: "+") ? 0x20 : text[at])
                at += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        case _: nil
        }
    }

    /// Returns the members of a JSON object (RFC 8259) and of all objects inside it as fields, or nil for other text.
    static func json(_ text: String) -> NamedFields? {
        guard text.utf8.count <= maximumLength else { return nil }
        return try? Array(text.utf8).withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            cursor.isTolerant = true
            guard try cursor.kind == .object else { return nil }
            var fields: [(String, String)] = []
            try collect(&cursor, named: "", into: &fields)
            try cursor.finish()
            return NamedFields(fields)
        }
    }

    /// Collects the texts of a value. The name in `"artist":{"name":"Yazoo"}` is the artist.
    private static func collect(
        _ cursor: inout JSONCursor, named name: String, into fields: inout [(String, String)]
    ) throws(JSONError) {
        let value: String
        switch try cursor.kind {
        case .object:
            try cursor.enter()
            while try cursor.nextMember() {
                let member = try cursor.name()
                try collect(&cursor, named: member == "name" && !name.isEmpty ? name : member, into: &fields)
            }
            return
        case .array:
            try cursor.enter()
            while try cursor.nextItem() { try collect(&cursor, named: name, into: &fields) }
            return
        case .null: return try cursor.null()
        case .string: value = try cursor.string()
        case .number: value = try cursor.numberText()
        case .bool: value = try cursor.bool() ? "true" : "false"
        }
        if !name.isEmpty, fields.count < NamedFields.maximumFields { fields.append((name, value)) }
    }
}

extension Substring {
    func trimmed(_ isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let first = rest.first, isTrimmed(first) { rest.removeFirst() }
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
