import TestSupport
import Testing

@testable import RadioStations

@Suite struct NearWordsTests {
    @Test(arguments: [
        ("kitten", "sitting", 3, 3), ("kitten", "sitting", 2, nil), ("a", "a", 0, 0), ("abc", "", 3, 3), ("", "", 0, 0),
        // Two adjacent letters that are exchanged count as one mistake.
        ("ab", "ba", 1, 1), ("ab", "ba", 0, nil), ("жаз", "джаз", 1, 1),
    ]) func countsWrongLetters(_ left: String, _ right: String, _ limit: Int, _ distance: Int?) {
        #expect(
            NearWords.distance(Array(left.unicodeScalars), Array(right.unicodeScalars), atMost: limit) == distance)
    }

    /// For ASCII, a faster method is used. It gives the same distances as the general one.
    @Test func bothWaysAgree() {
        var generator = SeededGenerator(seed: 7)
        var rows = EditRows()
        for _ in 0..<5000 {
            let words = (0..<2).map { _ in
                (0..<Int.random(in: 0...9, using: &generator)).map { _ in UInt8.random(in: 97...100, using: &generator)
                }
            }
            let limit = Int.random(in: 0...4, using: &generator)
            let short = words[1].withUnsafeBufferPointer { rows.distance(words[0], $0[...], atMost: limit) }
            let scalars = words.map { $0.map { Unicode.Scalar($0) } }
            #expect(short == NearWords.distance(scalars[0], scalars[1], atMost: limit), "\(words), \(limit)")
        }
    }
}
