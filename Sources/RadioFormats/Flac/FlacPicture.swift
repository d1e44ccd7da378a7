/// What a PICTURE block says of its picture (RFC 9639 §8.8); Vorbis and Opus carry such blocks in their comments, too.
package struct FlacPicture: Hashable, Sendable {
    /// As in ID3's APIC: 3 is the front cover.
    package var type: Int
    package var mimeType: String
    package var description: String
    /// Pixels as the block says them; 0 where it does not.
    package var width: Int
    package var height: Int
    /// Of the picture itself, as the block says it.
    package var byteCount: Int
    /// Bytes of the block before the picture itself.
    package var headerCount: Int

    /// Bytes of ``mimeType`` and ``description`` that are kept.
    private static let maximumText = 1024

    /// Nil where the bytes are not the beginning of such a block. Of the picture itself none need be there.
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
