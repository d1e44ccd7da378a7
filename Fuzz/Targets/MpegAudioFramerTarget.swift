import RadioFormats

/// Fuzzes the MPEG audio framer. Input: one byte that decides into which chunks the stream is cut, then the stream.
enum MpegAudioFramerTarget: FuzzTarget {
    static let name = "MpegAudioFramer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        Feeding.compare(body, seed: seed) { feedAll in
            var rules = FramerRules()
            var framer = MpegAudioFramer()
            let take = { (element: StreamElement) in rules.take(element) { MpegAudioHeader($0) != nil } }
            feedAll { framer.feed($0, take) }
            framer.finish(take)
            rules.finish(inputCount: body.count, garbage: framer.bytesSinceLastFrame)
            var digest = rules.digest
            digest.event(9, number: Int(framer.statedDuration?.flicks ?? -1))
            return digest
        }
    }
}
