import RadioFormats

/// Fuzzes the splitter of sound and ICY metadata. Input: one byte that decides into which chunks the body is cut, the
/// metaint in two bytes, then the body of an ICY response. The metaint 65,535 searches for blocks without a header.
enum IcySplitterTarget: FuzzTarget {
    static let name = "IcySplitter"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard input.count >= 3 else { return }
        let metaint = Int(input[1]) | Int(input[2]) << 8
        let body = UnsafeRawBufferPointer(rebasing: input[3...])
        Feeding.compare(body, seed: input[0]) { feedAll in
            var digest = Digest()
            var sound = 0
            var blocks = 0
            var splitter = metaint == 65_535 ? IcySplitter(searchingAfter: 0) : IcySplitter(metaint: metaint)
            func take(_ event: IcySplitter.Event) {
                switch event {
                case .sound(let bytes):
                    require(!bytes.isEmpty, "empty sound")
                    sound += bytes.count
                    digest.sound(bytes)
                case .metadata(let bytes):
                    require((1...IcySplitter.maximumBlock).contains(bytes.count), "block of \(bytes.count)")
                    require(bytes[bytes.count - 1] != 0, "NULs behind a block")
                    blocks += bytes.count
                    digest.event(1, bytes)
                }
            }
            feedAll { splitter.feed($0, take) }
            splitter.finish(take)
            require(sound + blocks <= body.count, "more came out than went in")
            require(metaint != 0 || sound == body.count, "without metaint all is sound")
            return digest
        }
    }
}
