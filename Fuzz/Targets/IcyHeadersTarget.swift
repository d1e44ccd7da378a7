import RadioFormats

/// Fuzzes the reader of ICY response headers. Input: headers, one `name: value` per line.
enum IcyHeadersTarget: FuzzTarget {
    static let name = "IcyHeaders"

    static func run(_ input: UnsafeRawBufferPointer) {
        var pairs: [(name: String, value: String)] = []
        for line in input.split(separator: 0x0A) {
            let halves = line.split(separator: 0x3A, maxSplits: 1)
            guard halves.count == 2 else { continue }
            pairs.append((String(decoding: halves[0], as: UTF8.self), String(decoding: halves[1], as: UTF8.self)))
        }
        let headers = IcyHeaders(pairs)
        if let metaint = headers.metaint { require((1...IcySplitter.maximumMetaint).contains(metaint), "\(metaint)") }
        if let bitRate = headers.bitRate { require(bitRate > 0 && bitRate <= 100_000_000, "\(bitRate)") }
        if let rate = headers.sampleRate { require(rate > 0 && rate <= 768_000, "\(rate)") }
        if let channels = headers.channelCount { require(channels > 0 && channels <= 255, "\(channels)") }
        for text in [headers.name, headers.genre, headers.url, headers.description, headers.contentType] {
            require(text.map { !$0.isEmpty } ?? true, "an empty value")
        }
    }
}
