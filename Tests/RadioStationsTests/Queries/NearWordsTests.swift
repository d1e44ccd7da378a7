import Testing

@testable import RadioStations

@Suite struct NearWordsTests {
    @Test(arguments: [
        ("kitten", "sitting", 3, 3), ("kitten", "sitting", 2, nil), ("a", "a", 0, 0), ("abc", "", 3, 3), ("", "", 0, 0),
        // Neighbours exchanged are one mistake.
        ("ab", "ba", 1, 1), ("ab", "ba", 0, nil), ("жаз", "джаз", 1, 1),
    ]) func countsWrongLetters(_ left: String, _ right: String, _ limit: Int, _ distance: Int?) {
        #expect(
            NearWords.distance(Array(left.unicodeScalars), Array(right.unicodeScalars), atMost: limit) == distance)
    }
}
