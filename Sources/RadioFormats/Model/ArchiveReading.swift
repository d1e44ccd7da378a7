/// The limits for decoding stations and queries (`Codable`). Data that exceeds a limit is damaged or hostile, and
/// decoding throws.
package enum ArchiveLimit {
    /// Maximum length of a text in UTF-8 bytes.
    package static let textBytes = 65_536
    /// Maximum number of a station's addresses, tags or headers, or of a query's conditions or sort keys.
    package static let items = 1024
}

extension KeyedDecodingContainer {
    /// Decodes a text. Returns nil if the key is missing.
    package func text(_ key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).map { try checked($0, key) }
    }

    /// Decodes a list of texts. Returns an empty list if the key is missing.
    package func texts(_ key: Key) throws -> [String] {
        let texts = try list(String.self, key, maximum: ArchiveLimit.items)
        for text in texts { _ = try checked(text, key) }
        return texts
    }

    /// Decodes a dictionary of texts. Returns an empty dictionary if the key is missing.
    package func namedTexts(_ key: Key) throws -> [String: String] {
        let texts = try decodeIfPresent([String: String].self, forKey: key) ?? [:]
        guard texts.count <= ArchiveLimit.items else { throw refusal("There are too many.", key) }
        for (name, text) in texts {
            _ = try checked(name, key)
            _ = try checked(text, key)
        }
        return texts
    }

    /// Decodes a list of values of one type. Returns an empty list if the key is missing.
    /// - Throws: `DecodingError` if there are more than `maximum` values.
    package func list<Element: Decodable>(_ type: Element.Type, _ key: Key, maximum: Int) throws -> [Element] {
        guard contains(key), try !decodeNil(forKey: key) else { return [] }
        var container = try nestedUnkeyedContainer(forKey: key)
        var elements: [Element] = []
        while !container.isAtEnd {
            guard elements.count < maximum else { throw refusal("There are more than \(maximum).", key) }
            elements.append(try container.decode(type))
        }
        return elements
    }

    /// Decodes a whole number. Returns nil if the key is missing.
    /// - Throws: `DecodingError` if the number is not in `range`.
    package func number(_ key: Key, in range: ClosedRange<Int64>) throws -> Int64? {
        guard let number = try decodeIfPresent(Int64.self, forKey: key) else { return nil }
        guard range.contains(number) else {
            throw refusal("\(number) is not from \(range.lowerBound) to \(range.upperBound).", key)
        }
        return number
    }

    /// Returns an error which says that the value of `key` is invalid, and `reason`.
    package func refusal(_ reason: String, _ key: Key) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }

    /// Returns `text` unchanged.
    /// - Throws: `DecodingError` if `text` has more than ``ArchiveLimit/textBytes`` bytes.
    private func checked(_ text: String, _ key: Key) throws -> String {
        guard text.utf8.count <= ArchiveLimit.textBytes else {
            throw refusal("It has more than \(ArchiveLimit.textBytes) bytes.", key)
        }
        return text
    }
}
