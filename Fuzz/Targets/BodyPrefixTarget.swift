import RadioFormats

/// Fuzzes the separation of a body's first bytes into content and metadata. Input: one byte with the number of bytes
/// between two ICY metadata blocks, one byte that decides into which chunks the body is cut, then the body.
enum BodyPrefixTarget: FuzzTarget {
    static let name = "BodyPrefix"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard input.count >= 2 else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[2...])
        Feeding.compare(body, seed: input[1]) { feedAll in
            var digest = Digest()
            var prefix = BodyPrefix(metaint: input[0] == 0 ? nil : Int(input[0]))
            feedAll { prefix.feed($0) }
            require(prefix.byteCount == body.count && prefix.takeByteCount() == body.count, "bytes are missing")
            require(prefix.sniff(contentType: nil, isComplete: true) != nil, "undecided though nothing follows")
            require(prefix.content.count + prefix.tags.byteCount <= body.count, "more came out than went in")
            let kept = prefix.metadata.reduce(0) { $0 + $1.metadata.raw.count }
            require(prefix.metadata.count < 2 || kept <= BodyPrefix.maximumMetadata, "\(kept) bytes of metadata")
            prefix.replay {
                digest.sound($0)
            } metadata: {
                digest.element(StreamElement.metadata($0))
            }
            return digest
        }
    }
}
