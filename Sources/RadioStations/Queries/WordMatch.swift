import CLinux
import RadioText

/// Typed words that are compared with the stations of an index. The rank of a station says how well it matches the
/// words; lower is better.
struct WordMatch {
    /// Maximum length of the typed text in characters. Further characters are ignored, because nobody types more.
    static let maximumCharacters = 1024
    /// Maximum number of spellings that are tried for a misspelt word.
    static let maximumAlternatives = 64

    /// A typed word, with the spellings that match it.
    private struct Word {
        /// The word with a space before it; several spellings if the word was misspelt.
        var patterns: [[UInt8]]
        /// Number of wrong letters; 0 if the word was found as typed. If it is not 0, a pattern must match a whole
        /// word.
        var distance: Int
    }

    private let words: [Word]
    /// The typed text, folded (without case, accents and punctuation) like the names in the index.
    private let whole: [UInt8]

    /// - Parameters:
    ///   - typed: the text that a person typed, in upper or lower case and with any punctuation.
    ///   - index: the index that is searched for spellings of a misspelt word.
    init(_ typed: String, in index: StationIndex) {
        var folded: [UInt8] = []
        NameFolding.append(String(typed.prefix(Self.maximumCharacters)), to: &folded)
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

    /// Returns how well a station matches all typed words. Lower is better: -1 if the typed text is the whole name,
    /// otherwise the sum of the words' ranks. Returns nil if a word does not occur.
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

    /// Returns the best rank of one word. From best to worst, a match is at the beginning of the name, elsewhere in the
    /// name, in the id, in a tag, in country or language, or in the codec. In each of these places, a whole word ranks
    /// before the beginning of a word.
    private static func rank(_ pattern: [UInt8], in station: UnsafeRawBufferPointer, isWhole: Bool) -> Int? {
        var best: Int?
        var from = 0
        var begin = 0
        while let place = station.find(pattern, from: from) {
            // The field that contains the match begins at the last byte below 0x20 before the match. Only the bytes
            // since the previous match are searched for that byte, because a word may occur thousands of times.
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
    /// Returns the index at which `pattern` first occurs, from index `from` on; nil if it does not occur.
    func find(_ pattern: [UInt8], from: Int = 0) -> Int? {
        guard from <= count, let baseAddress else { return nil }
        let place = longwave_find(baseAddress + from, count - from, pattern, pattern.count)
        return place < 0 ? nil : from + place
    }
}
