import Glibc

/// The probabilities of pairs of letters in one language, from which the cost of a text in the language is computed.
///
/// The cost is minus the logarithm of the text's probability, in sixteenths of a nat. Only pairs with a character
/// beyond ASCII count, because pairs of ASCII characters are the same in each charset.
final class LanguageModel: Sendable {
    /// One nat in the unit of costs.
    static let nat = 16

    /// True if the language is written with Latin letters.
    let isLatin: Bool
    /// For each code of ``LetterCodes``, the letter's index in this model, or ``alien`` if the language lacks the
    /// letter.
    private let own: [UInt8]
    /// The cost of each pair of letters, as a matrix: the first letter selects the row, the second letter the column.
    private let costs: [UInt8]
    private let size: Int
    /// For each letter beyond ASCII, how often the language's sample contains it.
    private let usual: [UInt16: Int]

    private static let boundary: UInt8 = 0
    /// The index that stands for all letters that the language lacks. Its row of ``costs`` contains the cost of each
    /// letter without regard to the letter before.
    private static let alien: UInt8 = 1

    /// The models of all languages, in the order of the samples.
    ///
    /// They are computed when the first title that is not UTF-8 is read, which takes some milliseconds.
    static let all =
        LanguageSamples.latin.map { LanguageModel($0, isLatin: true) }
        + (LanguageSamples.cyrillic + LanguageSamples.others).map { LanguageModel($0, isLatin: false) }

    /// Learns the letters and pairs of a language from its sample.
    private init(_ sample: LanguageSamples.Sample, isLatin: Bool) {
        self.isLatin = isLatin
        var own = [UInt8](repeating: Self.alien, count: LetterCodes.letters.count + Int(LetterCodes.firstLetter))
        own[0] = Self.boundary
        var size = 2
        let text = LetterCodes.codes(of: sample.text).map { $0 & ~LetterCodes.capital }
        let more = LetterCodes.codes(of: sample.letters).map { $0 & ~LetterCodes.capital }
        for code in text + more where code >= LetterCodes.firstLetter && own[Int(code)] == Self.alien {
            own[Int(code)] = UInt8(size)
            size += 1
        }
        let high = text.filter { $0 >= LetterCodes.firstLetter && LetterCodes.isHigh($0) }
        usual = high.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        self.own = own
        self.size = size
        costs = Self.costs(of: text.map { Int(own[Int($0)]) }, size: size)
    }

    /// Returns the costs of all pairs of letters from their counts in `text`. Rare pairs are smoothed with the
    /// frequency of the second letter.
    private static func costs(of text: [Int], size: Int) -> [UInt8] {
        var pairs = [Double](repeating: 0, count: size * size)
        var single = [Double](repeating: 0.3, count: size)
        var totals = [Double](repeating: 0, count: size)
        var previous = Int(boundary)
        for letter in text {
            // A pair of two boundaries, such as a comma and a space, is not part of a word and is not counted.
            if letter != Int(boundary) || previous != Int(boundary) {
                pairs[previous * size + letter] += 1
                single[letter] += 1
                totals[previous] += 1
            }
            previous = letter
        }
        let count = single.reduce(0, +)
        let weight = 6.0
        var costs: [UInt8] = []
        for before in 0..<size {
            for after in 0..<size {
                let alone = single[after] / count
                let isAlone = before == Int(alien)
                let chance =
                    isAlone ? alone : (pairs[before * size + after] + weight * alone) / (totals[before] + weight)
                costs.append(UInt8(min(255, (-log(chance) * Double(nat)).rounded())))
            }
        }
        return costs
    }

    /// Returns the cost of the text in this language.
    /// - Parameter codes: The text as ``LetterCodes``.
    func cost(of codes: [UInt16]) -> Int {
        var sum = 0
        var before = LetterCodes.boundary
        for code in codes {
            if LetterCodes.isHigh(code) || LetterCodes.isHigh(before) { sum += cost(of: code, behind: before) }
            before = code
        }
        if LetterCodes.isHigh(before) { sum += cost(of: LetterCodes.boundary, behind: before) }
        return sum
    }

    /// Returns the cost of the character `code` after the character `before`.
    private func cost(of code: UInt16, behind before: UInt16) -> Int {
        let letter = code & ~LetterCodes.capital
        let last = before & ~LetterCodes.capital
        let isBehindLetter = last >= LetterCodes.firstLetter
        switch letter {
        case LetterCodes.boundary: return isBehindLetter ? cost(own[Int(last)], Self.boundary) : 0
        case LetterCodes.typographic: return 88
        case LetterCodes.symbol: return isBehindLetter ? 176 : 112
        case LetterCodes.foreign: return 176
        case LetterCodes.wide: return isBehindLetter ? 112 : 80
        case _: break
        }
        var sum = 0
        // A capital letter after a lower-case letter, as in рУССКИЙ, is rare in any language.
        if isBehindLetter, code & LetterCodes.capital != 0, before & LetterCodes.capital == 0 { sum += 80 }
        let mine = own[Int(letter)]
        let previous = isBehindLetter ? own[Int(last)] : Self.boundary
        if mine == Self.alien {
            // A letter beyond ASCII that the language lacks is unlikely anywhere. An ASCII letter is unlikely only
            // inside a word of another script.
            if LetterCodes.isHigh(letter) { return sum + 152 }
            return sum + (isBehindLetter && previous != Self.alien ? 96 : 0)
        }
        if isBehindLetter, previous == Self.alien { sum += 96 }
        if last == LetterCodes.symbol || last == LetterCodes.foreign { return sum + 40 + cost(Self.alien, mine) }
        return sum + cost(previous, mine)
    }

    private func cost(_ before: UInt8, _ after: UInt8) -> Int { Int(costs[Int(before) * size + Int(after)]) }

    /// Returns true if a charset with the letters `codes` can express the language: it has at least 95 % of the letters
    /// beyond ASCII in the language's sample.
    func isWritten(with codes: Set<UInt16>) -> Bool {
        let written = usual.reduce(0) { $0 + (codes.contains($1.key) ? $1.value : 0) }
        return written * 20 >= usual.values.reduce(0, +) * 19
    }

    /// Returns the lowest cost of a text in any of several languages.
    static func least(_ codes: [UInt16], _ models: [LanguageModel]) -> Int {
        models.lazy.map { $0.cost(of: codes) }.min() ?? Int.max / 4
    }
}
