import CLinux
import RadioText

/// Words that a person typed, held against stations of an index, and how well they fit. Lower is better.
struct WordMatch {
    /// Longer texts are cut: nobody types them.
    static let maximumBytes = 1024
    /// Spellings of a misspelt word that are looked for.
    static let maximumAlternatives = 64

    private struct Word {
        /// Each with a space before it; more than one where the word was misspelt.
        var patterns: [[UInt8]]
        /// The letters that differ; then the pattern must be the whole word.
        var distance: Int
    }

    private let words: [Word]
    /// As the name would be, were it what was typed.
    private let whole: [UInt8]

    /// - Parameters:
    ///   - typed: what a person typed, in any case and with any punctuation.
    ///   - index: where words are looked for that may be misspelt.
    init(_ typed: String, in index: StationIndex) {
        var folded: [UInt8] = []
        NameFolding.append(String(typed.prefix(Self.maximumBytes)), to: &folded)
        whole = folded
        words = folded.split(separator: UInt8(ascii: " ")).map { word in
            let pattern = [UInt8(ascii: " ")] + word
            guard !Self.occurs(pattern, in: index) else { return Word(patterns: [pattern], distance: 0) }
            let near = NearWords.find(Array(word), in: index.bytes, maximum: Self.maximumAlternatives)
            return Word(patterns: near.words.map { [UInt8(ascii: " ")] + $0 }, distance: near.distance)
        }
    }

    var isEmpty: Bool { words.isEmpty }

    private static func occurs(_ pattern: [UInt8], in index: StationIndex) -> Bool {
        index.bytes.withUnsafeBytes { $0.find(pattern) != nil }
    }

    /// Nil where a word is missing.
    func rank(_ station: UnsafeRawBufferPointer) -> Int? {
        var sum = 0
        for word in words {
            var best: Int?
            for pattern in word.patterns {
                guard let rank = Self.rank(pattern, in: station, isWhole: word.distance > 0) else { continue }
                best = min(best ?? .max, rank + word.distance * 20)
            }
            guard let best else { return nil }
            sum += best
        }
        let isWholeName =
            station.count > whole.count && station[1..<(whole.count + 1)].elementsEqual(whole)
            && (station.count == whole.count + 1 || station[whole.count + 1] < 0x20)
        return isWholeName ? -1 : sum
    }

    /// The best place of one word: the beginning of the name, in the name, and so on; a whole word before a beginning of one.
    private static func rank(_ pattern: [UInt8], in station: UnsafeRawBufferPointer, isWhole: Bool) -> Int? {
        var best: Int?
        var from = 0
        var begin = 0
        while let place = station.find(pattern, from: from) {
            // What lies before the place looked at last is not looked through again: a word may come thousands of times.
            begin = station[from..<place].lastIndex { $0 < 0x20 } ?? begin
            from = place + 1
            let end = place + pattern.count
            let isWord = end == station.count || station[end] <= 0x20
            guard isWord || !isWhole else { continue }
            let rank = fieldRank(station[begin], isFirst: begin == place - 1) + (isWord ? 0 : 1)
            best = min(best ?? .max, rank)
            if rank == 0 { break }
        }
        return best
    }

    private static func fieldRank(_ field: UInt8, isFirst: Bool) -> Int {
        switch StationIndex.Field(rawValue: field) {
        case .name: isFirst ? 0 : 2
        case .id: 4
        case .tag: 6
        case .country, .language: 8
        case .codec, nil: 10
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Where a run of bytes begins; nil where it is not there.
    func find(_ pattern: [UInt8], from: Int = 0) -> Int? {
        guard from <= count, let baseAddress else { return nil }
        let place = longwave_find(baseAddress + from, count - from, pattern, pattern.count)
        return place < 0 ? nil : from + place
    }
}
