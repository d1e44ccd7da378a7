/// The members that a reader knows, found by the bytes of their names: a list has half a million of them.
struct JSONNames<Field: Sendable>: Sendable {
    /// Longer names are known to nobody.
    private static var maximumLength: Int { 16 }

    /// Each name as two words, filled up with zeros.
    private let keys: [SIMD2<UInt64>]
    private let fields: [Field]

    init(_ names: KeyValuePairs<String, Field>) {
        keys = names.map { name, _ in
            Array(name.utf8).withUnsafeBufferPointer { Self.key($0) }
        }
        fields = names.map(\.value)
    }

    func field(_ name: UnsafeBufferPointer<UInt8>) -> Field? {
        guard name.count <= Self.maximumLength else { return nil }
        let key = Self.key(name)
        for index in keys.indices where keys[index] == key { return fields[index] }
        return nil
    }

    func field(_ name: String) -> Field? { Array(name.utf8).withUnsafeBufferPointer { field($0) } }

    private static func key(_ name: UnsafeBufferPointer<UInt8>) -> SIMD2<UInt64> {
        var key = SIMD2<UInt64>()
        precondition(name.count <= maximumLength)
        for (index, byte) in name.enumerated() { key[index >> 3] |= UInt64(byte) << UInt64((index & 7) * 8) }
        return key
    }
}
