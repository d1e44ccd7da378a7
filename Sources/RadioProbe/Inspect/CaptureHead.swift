/// Finds the heads of responses at the beginning of a capture, a file of bytes that a server sent: a line such as
/// `HTTP/1.1 200 OK` or `ICY 200 OK`, headers, and an empty line.
///
/// Heads of redirects and interim responses (status 1xx) may precede the final response's head, as `curl -iL` writes
/// them, and a proxy may pass on a head in its body. Without a head, the whole capture is the body.
struct CaptureHead {
    /// The maximum length of one head in bytes. Bytes without an empty line within this length belong to the body.
    static let maximumBytes = 64 << 10
    /// The maximum number of heads in a row. Bytes after them belong to the body.
    static let maximumResponses = 16

    /// Where the body begins, as far as the bytes passed to ``feed(_:)`` so far show.
    enum Answer {
        /// More bytes are needed to decide.
        case more
        /// The body begins with `held`, bytes that were already copied. It continues at offset `used` of the bytes
        /// passed to ``feed(_:)``.
        case body(held: [UInt8], used: Int)
    }

    private(set) var responses: [CapturedResponse] = []
    /// Whether the last head lacks the empty line that should end it.
    private(set) var isUnfinished = false
    /// The number of bytes of all heads read so far.
    private(set) var byteCount = 0
    private(set) var isOver = false
    private var held: [UInt8] = []
    /// The offset in `held` of the beginning of the head's line that is being read.
    private var lineStart = 0
    private var scanned = 0

    /// Takes the next bytes of the capture until the body begins.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Answer {
        if isOver { return .body(held: [], used: 0) }
        var used = 0
        while true {
            guard Self.mayBegin(held) else { return body(used) }
            if scanned < held.count {
                if let end = endOfHead() {
                    guard take(end) else { return body(used) }
                }
                continue
            }
            guard held.count < Self.maximumBytes else {
                isUnfinished = true
                return body(used)
            }
            guard used < bytes.count else { return .more }
            // At first, copies only the few bytes that show whether a head begins, so that sound is not copied.
            let wanted = held.count < Self.longestSign ? Self.longestSign - held.count : Self.maximumBytes - held.count
            let count = min(wanted, bytes.count - used)
            held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[used..<used + count]))
            used += count
        }
    }

    /// Ends the input and returns the held bytes. They belong to the body, because no complete head was found in them.
    mutating func finish() -> [UInt8] {
        guard !isOver else { return [] }
        isUnfinished = held.count >= Self.longestSign
        guard case .body(let rest, _) = body(0) else { return [] }
        return rest
    }

    private mutating func body(_ used: Int) -> Answer {
        isOver = true
        defer { held = [] }
        return .body(held: held, used: used)
    }

    private static let signs: [[UInt8]] = [Array("HTTP/".utf8), Array("ICY ".utf8)]
    private static var longestSign: Int { 5 }

    private static func mayBegin(_ bytes: [UInt8]) -> Bool {
        signs.contains { sign in zip(sign, bytes).allSatisfy { $0 == $1 } }
    }

    /// Returns the offset in `held` directly after the empty line that ends the head, or nil if that line has not
    /// arrived yet.
    ///
    /// When the result is nil, all held bytes have been scanned.
    private mutating func endOfHead() -> Int? {
        while scanned < held.count {
            let byte = held[scanned]
            scanned += 1
            guard byte == 0x0A else { continue }
            let isEmpty = held[lineStart..<scanned - 1].allSatisfy { $0 == 0x0D }
            lineStart = scanned
            if isEmpty { return scanned }
        }
        return nil
    }

    /// Reads the head that ends at `end`.
    ///
    /// Returns true if another head may follow, or false if the body follows.
    private mutating func take(_ end: Int) -> Bool {
        let response = held.withUnsafeBytes { CapturedResponse(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        // A head without headers in the body of a successful response may as well be the body.
        if let last = responses.last, (200..<300).contains(last.status), response?.headers.isEmpty == true {
            return false
        }
        held.removeFirst(end)
        byteCount += end
        (scanned, lineStart) = (0, 0)
        guard let response else { return false }
        responses.append(response)
        return responses.count < Self.maximumResponses
    }
}
