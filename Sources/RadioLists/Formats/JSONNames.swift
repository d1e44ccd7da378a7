import Glibc
import RadioJSON

/// The names of JSON members that a list reader knows. A name is found by comparing 16 bytes at once: a list may
/// contain half a million names.
struct JSONNames<Field: Sendable>: Sendable {
    /// Maximum length in bytes of a name in ``keys``.
    private static var maximumLength: Int { 16 }

    /// Each name as two 64-bit words, padded with zeros. Shorter names come first.
    private let keys: [SIMD2<UInt64>]
    private let fields: [Field]
    /// For each length of a name in bytes, the index in `keys` of the first name of at least this length. The last
    /// element is the number of names.
    private let starts: [Int]

    init(_ names: KeyValuePairs<String, Field>) {
        let sorted = names.sorted { $0.key.utf8.count < $1.key.utf8.count }
        keys = sorted.map { Array($0.key.utf8).withUnsafeBufferPointer { Self.key($0) } }
        fields = sorted.map(\.value)
        starts = (0...Self.maximumLength + 1).map { length in
            sorted.firstIndex { $0.key.utf8.count >= length } ?? sorted.count
        }
    }

    func field(_ name: UnsafeBufferPointer<UInt8>) -> Field? {
        guard name.count <= Self.maximumLength else { return nil }
        let (start, end) = (starts[name.count], starts[name.count + 1])
        guard start < end else { return nil }
        let key = Self.key(name)
        for index in start..<end where keys[index] == key { return fields[index] }
        return nil
    }

    func field(_ name: String) -> Field? { Array(name.utf8).withUnsafeBufferPointer { field($0) } }

    private static func key(_ name: UnsafeBufferPointer<UInt8>) -> SIMD2<UInt64> {
        var key = SIMD2<UInt64>()
        precondition(name.count <= maximumLength)
        if let start = name.baseAddress { memcpy(&key, start, name.count) }
        return key
    }
}

extension JSONCursor {
    /// Reads a member's name and moves the cursor to the member's value. Returns nil if `names` does not contain the
    /// name.
    mutating func name<Field: Sendable>(in names: JSONNames<Field>) throws(JSONError) -> Field? {
        if let plain = try plainName() { return names.field(plain) }
        return names.field(try name())
    }
}
