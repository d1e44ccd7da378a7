import RadioFormats

/// Fuzzes the sniffer that recognises the content of a response. Input: one byte that chooses the response's content
/// type, then the beginning of its body.
enum ContentSnifferTarget: FuzzTarget {
    static let name = "ContentSniffer"

    private static let types: [String?] = [
        nil, "audio/mpeg", "audio/aacp", "application/ogg", "audio/x-mpegurl", "text/html; charset=x", "", ";",
    ]

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        let type = types[Int(first) % types.count]
        // `pieces` copies the body into memory of exactly its length, so that the address sanitizer notices a read
        // beyond the body's end.
        Feeding.pieces(body, cuts: 0) { bytes in
            let whole = ContentSniffer.sniff(bytes, contentType: type, isComplete: true)
            require(whole != nil, "undecided though nothing follows")
            let part = ContentSniffer.sniff(bytes, contentType: type, isComplete: false)
            require(part != nil || bytes.count < ContentSniffer.maximumPrefix, "asks for too much")
        }
    }
}
