import RadioText

/// Reduces artists and titles to the letters and digits by which songs are compared, so that all spellings of a song
/// are one song. docs/LOGGER.md describes the rule. Changing the rule needs a new version of ``TitleSchema``, because
/// the numbers of songs in files follow from it.
enum SongSpelling {
    /// Returns an artist without guests and a leading "The": `The Beatles feat. X` becomes `beatles`.
    static func artist(_ text: String) -> String {
        let words = withoutGuests(NameFolding.words(text), from: 1)
        return joined(words.first == "the" && words.count > 1 ? words.dropFirst() : words, text)
    }

    /// Returns a title without guests and without remarks about the edition:
    /// `Help! (feat. X) - 2015 Remaster` becomes `help`. Other remarks, such as `Live` or `Remix`, stay.
    static func title(_ text: String) -> String {
        var words: [String] = []
        for (place, part) in parts(text).enumerated() {
            let found = withoutGuests(NameFolding.words(String(part)), from: place == 0 ? 1 : 0)
            if place == 0 || !isEdition(found) { words += found }
        }
        return joined(words[...], text)
    }

    /// Returns the text before the first bracket or separate dash, and then each part that one of these begins.
    private static func parts(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { brackets.contains($0) }.flatMap { part in
            part.split(separator: " - ", omittingEmptySubsequences: false)
        }
    }

    private static func withoutGuests(_ words: [String], from first: Int) -> ArraySlice<String> {
        let end = words.dropFirst(first).firstIndex { guests.contains($0) }
        return words[..<(end ?? words.count)]
    }

    private static func isEdition(_ words: ArraySlice<String>) -> Bool {
        if words.contains(where: remarks.contains) { return true }
        guard words.count > 1, let last = words.last, editions.contains(last) else { return false }
        return words.dropLast().allSatisfy(usual.contains)
    }

    /// Returns the words as one text; the whole text in lower case if there are none.
    private static func joined(_ words: ArraySlice<String>, _ text: String) -> String {
        let letters = words.filter { $0 != "and" }.joined()
        return letters.isEmpty ? text.lowercased() : letters
    }

    private static let brackets: Set<Character> = ["(", ")", "[", "]", "（", "）"]
    private static let guests: Set = ["feat", "ft", "featuring"]
    /// Words that show that a part of a title is only about the edition.
    private static let remarks: Set = ["remaster", "remastered", "mono", "stereo", "explicit", "official"]
    /// A part that ends with one of these words, and has otherwise only words of ``usual``, is about the edition.
    private static let editions: Set = ["edit", "version", "mix"]
    private static let usual: Set = ["radio", "single", "album", "original", "lp"]
}
