/// Goes through the boxes in the body of another one.
///
/// A box that is longer than what holds it ends the way; none is ever read twice, and nothing calls itself, so that
/// neither depth nor size of what strangers write matters.
struct BoxReader {
    struct Box {
        var type: FourCharacterCode
        var body: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next box; nil at the end, and where no box fits.
    mutating func next() -> Box? {
        guard bytes.count - at >= 8 else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
        guard rest.count >= BoxHeader.length(rest), let header = BoxHeader(rest, offset: at) else { return nil }
        let available = rest.count - header.length
        // 0 is "to the end"; a length beyond all bounds is not.
        let length = header.bodyLength ?? (rest.prefix(4).allSatisfy { $0 == 0 } ? available : .max)
        guard length <= available else { return nil }
        at += header.length + length
        return Box(
            type: header.type, body: UnsafeRawBufferPointer(rebasing: rest[header.length..<header.length + length]))
    }

    /// The body of the first box of this name.
    static func first(_ type: FourCharacterCode, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var reader = BoxReader(bytes)
        while let box = reader.next() {
            if box.type == type { return box.body }
        }
        return nil
    }

    /// The same down a way of names.
    static func first(_ way: [FourCharacterCode], in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        way.reduce(bytes) { found, type in found.flatMap { first(type, in: $0) } }
    }
}
