/// Finds the heads of answers at the beginning of a capture: `HTTP/1.1 200 OK` or `ICY 200 OK`, headers, an empty line.
/// Heads of redirects and interim answers (as `curl -iL` writes them) may come before it. Sound without a head is fine.
struct CaptureHead {
    /// Bytes of one head; where no empty line comes in so many, there is no head.
    static let maximumBytes = 64 << 10
    /// Heads that follow each other; what comes behind is body.
    static let maximumResponses = 16

    enum Answer {
        /// Not decided yet.
        case more
        /// The body begins with these bytes that were held back, and goes on with the input from `used` on.
        case body(held: [UInt8], used: Int)
    }

    private(set) var responses: [CapturedResponse] = []
    /// A status line came, but no end of the headers.
    private(set) var isUnfinished = false
    /// Bytes of all heads.
    private(set) var byteCount = 0
    private(set) var isOver = false
    private var held: [UInt8] = []
    /// Where the line begins in `held` that is being read.
    private var lineStart = 0
    private var scanned = 0

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
            // As little as decides first, so that sound is not copied.
            let wanted = held.count < Self.longestSign ? Self.longestSign - held.count : Self.maximumBytes - held.count
            let count = min(wanted, bytes.count - used)
            held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[used..<used + count]))
            used += count
        }
    }

    /// Nothing follows: what is held is body.
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

    /// Behind the empty line that ends the head; nil, and everything is scanned, where it has not come.
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

    /// Reads the head that ends there; false where the body follows it.
    private mutating func take(_ end: Int) -> Bool {
        let response = held.withUnsafeBytes { CapturedResponse(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        held.removeFirst(end)
        byteCount += end
        (scanned, lineStart) = (0, 0)
        guard let response else { return false }
        responses.append(response)
        let isFollowed = (100..<200).contains(response.status) || (300..<400).contains(response.status)
        return isFollowed && responses.count < Self.maximumResponses
    }
}
