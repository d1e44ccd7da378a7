/// Iterates over the boxes in the body of another box.
///
/// A box that is longer than its container ends the iteration. No box is read twice and no function is recursive.
/// Deeply nested boxes from untrusted servers therefore cannot exhaust the stack or the time.
struct BoxReader {
    /// A box's type, and its body: the bytes after the box's header.
    struct Box {
        var type: FourCharacterCode
        var body: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next box; nil if there are no more boxes, or if the next box extends beyond the end of its
    /// container.
    mutating func next() -> Box? {
        guard bytes.count - at >= 8 else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
        guard rest.count >= BoxHeader.length(rest), let header = BoxHeader(rest, offset: at) else { return nil }
        let available = rest.count - header.length
        // `bodyLength` is nil in two cases. A size of 0 means that the box extends to the end of its container. Any
        // other size is impossible, so the box is treated as too long.
        let length = header.bodyLength ?? (rest.prefix(4).allSatisfy { $0 == 0 } ? available : .max)
        guard length <= available else { return nil }
        at += header.length + length
        return Box(
            type: header.type, body: UnsafeRawBufferPointer(rebasing: rest[header.length..<header.length + length]))
    }

    /// Returns the body of the first box of this type that is directly inside `bytes`; nil if there is none.
    static func first(_ type: FourCharacterCode, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var reader = BoxReader(bytes)
        while let box = reader.next() {
            if box.type == type { return box.body }
        }
        return nil
    }

    /// Follows a path of nested boxes, the outermost type first. At each level enters the first box of the type.
    /// Returns the innermost box's body; nil if a box is missing.
    static func first(_ way: [FourCharacterCode], in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        way.reduce(bytes) { found, type in found.flatMap { first(type, in: $0) } }
    }
}
