/// The fields of a PICTURE block (RFC 9639 §8.8). Comments of Vorbis and Opus streams may contain such blocks, too.
package struct FlacPicture: Hashable, Sendable {
    /// What the picture shows, as a number from the list of picture types in ID3's APIC frame: 3 is the front cover.
    package var type: Int
    package var mimeType: String
    package var description: String
    /// Width in pixels according to the block; 0 if unknown. The same holds for ``height``.
    package var width: Int
    package var height: Int
    /// Length of the picture data in bytes, according to the block.
    package var byteCount: Int
    /// Length in bytes of all fields before the picture data. The picture data is the last field of the block.
    package var headerCount: Int

    /// Maximum length in bytes of ``mimeType`` and of ``description``. Longer texts are truncated.
    private static let maximumText = 1024

    /// Reads the fields from `bytes`, a PICTURE block without its block header. Returns nil if the fields are
    /// incomplete; the picture data may be missing.
    package init?(_ bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        func number() -> Int? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        func text() -> String? {
            guard let count = number(), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(min(count, Self.maximumText)), as: UTF8.self)
        }
        guard let type = number(), let mimeType = text(), let description = text(), let width = number(),
            let height = number(), number() != nil, number() != nil, let byteCount = number()
        else { return nil }
        self.type = type
        self.mimeType = mimeType
        self.description = description
        self.width = width
        self.height = height
        self.byteCount = byteCount
        headerCount = bytes.count - rest.count
    }
}
