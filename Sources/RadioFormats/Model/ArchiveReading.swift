/// What is read of an archive has bounds: a file that was damaged, or made by somebody else, is refused and harms
/// nobody.
package enum ArchiveLimit {
    /// UTF-8 bytes of a text.
    package static let textBytes = 65_536
    /// Addresses, tags or headers of a station; conditions or keys of a query.
    package static let items = 1024
}

extension KeyedDecodingContainer {
    /// A text that may be missing.
    package func text(_ key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).map { try checked($0, key) }
    }

    /// Texts; none where they are missing.
    package func texts(_ key: Key) throws -> [String] {
        let texts = try list(String.self, key, maximum: ArchiveLimit.items)
        for text in texts { _ = try checked(text, key) }
        return texts
    }

    /// Texts by names; none where they are missing.
    package func namedTexts(_ key: Key) throws -> [String: String] {
        let texts = try decodeIfPresent([String: String].self, forKey: key) ?? [:]
        guard texts.count <= ArchiveLimit.items else { throw refusal("There are too many.", key) }
        for (name, text) in texts {
            _ = try checked(name, key)
            _ = try checked(text, key)
        }
        return texts
    }

    /// Values; none where they are missing.
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

    /// A whole number that may be missing.
    package func number(_ key: Key, in range: ClosedRange<Int64>) throws -> Int64? {
        guard let number = try decodeIfPresent(Int64.self, forKey: key) else { return nil }
        guard range.contains(number) else {
            throw refusal("\(number) is not from \(range.lowerBound) to \(range.upperBound).", key)
        }
        return number
    }

    /// What is wrong with the value of a key.
    package func refusal(_ reason: String, _ key: Key) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }

    private func checked(_ text: String, _ key: Key) throws -> String {
        guard text.utf8.count <= ArchiveLimit.textBytes else {
            throw refusal("It has more than \(ArchiveLimit.textBytes) bytes.", key)
        }
        return text
    }
}
