/// The attributes of an element, with names in small letters.
struct XmlAttributes {
    /// Maximum number of attributes; further ones are dropped.
    static let maximumCount = 64
    /// Maximum length of a value in bytes; an attribute with a longer value is dropped.
    static let maximumLength = 16_384

    private var items: [(prefix: String, name: String, value: String)] = []

    mutating func append(prefix: String, name: String, value: UnsafeBufferPointer<UInt8>) {
        guard items.count < Self.maximumCount, value.count <= Self.maximumLength else { return }
        items.append((prefix, name.lowercased(), String(decoding: value, as: UTF8.self)))
    }

    /// Returns the value of the first of `names` whose attribute is not blank. The namespace prefixes of attributes are
    /// ignored.
    func first(_ names: String...) -> String? {
        for name in names {
            let item = items.first { $0.name == name && !$0.value.allSatisfy(\.isWhitespace) }
            if let item { return item.value }
        }
        return nil
    }

    /// Returns the names and values of the attributes with the namespace prefix `prefix`.
    func all(prefix: String) -> [(name: String, value: String)] {
        items.filter { $0.prefix == prefix }.map { ($0.name, $0.value) }
    }
}
