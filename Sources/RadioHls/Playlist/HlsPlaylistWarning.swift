/// A fault of a playlist that has a sensible reading.
package struct HlsPlaylistWarning: Hashable, Sendable {
    /// Counted from one; zero where it is about the playlist as a whole.
    package var line: Int
    /// What is wrong and how it was read, for people.
    package var text: String

    package init(line: Int, text: String) {
        self.line = line
        self.text = text
    }
}
