import RadioFormats

/// Fuzzes the ADTS framer. Input: one byte that decides into which chunks the stream is cut, then the ADTS stream.
enum AdtsFramerTarget: FuzzTarget {
    static let name = "AdtsFramer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        Feeding.compare(body, seed: seed) { feedAll in
            var rules = FramerRules()
            var framer = AdtsFramer()
            let take = { (element: StreamElement) in
                rules.take(element) { AdtsHeader($0)?.byteCount == $0.count }
            }
            feedAll { framer.feed($0, take) }
            framer.finish(take)
            rules.finish(inputCount: body.count, garbage: framer.bytesSinceLastFrame)
            return rules.digest
        }
    }
}
