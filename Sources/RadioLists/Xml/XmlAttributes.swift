/// The attributes of an element, names in small letters.
struct XmlAttributes {
    /// More are not kept.
    static let maximumCount = 64
    /// Longer values are left out.
    static let maximumLength = 16_384

    private var items: [(prefix: String, name: String, value: String)] = []

    mutating func append(prefix: String, name: String, value: UnsafeBufferPointer<UInt8>) {
        guard items.count < Self.maximumCount, value.count <= Self.maximumLength else { return }
        items.append((prefix, name.lowercased(), String(decoding: value, as: UTF8.self)))
    }

    /// The value of the first of these names, whatever prefix it has, that is not blank.
    func first(_ names: String...) -> String? {
        for name in names {
            let item = items.first { $0.name == name && !$0.value.allSatisfy(\.isWhitespace) }
            if let item { return item.value }
        }
        return nil
    }

    /// Names and values with this prefix.
    func all(prefix: String) -> [(name: String, value: String)] {
        items.filter { $0.prefix == prefix }.map { ($0.name, $0.value) }
    }
}
