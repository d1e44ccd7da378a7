/// Finds a response head at the beginning of a body.
///
/// A proxy that does not know the status line of a SHOUTcast server, `ICY 200 OK`, passes the server's head on in the body.
struct InnerHead {
    private static let signs = [Array("ICY ".utf8), Array("HTTP/1".utf8)]

    /// The maximum length of the head in bytes.
    let maximumBytes: Int
    /// The body's bytes so far.
    private(set) var held: [UInt8] = []

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Takes the next bytes of the body. Returns the length of the head at the beginning of ``held`` with its empty line,
    /// 0 if there is no head, or nil if more bytes are needed.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let scanned = max(held.count - 3, 0)
        held.append(contentsOf: bytes)
        guard Self.signs.contains(where: { zip($0, held).allSatisfy(==) }) else { return 0 }
        var isLineEmpty = false
        for (index, byte) in held.prefix(maximumBytes)[scanned...].enumerated() where byte != UInt8(ascii: "\r") {
            let isEnd = byte == UInt8(ascii: "\n")
            if isEnd, isLineEmpty { return scanned + index + 1 }
            isLineEmpty = isEnd
        }
        return held.count < maximumBytes ? nil : 0
    }
}
