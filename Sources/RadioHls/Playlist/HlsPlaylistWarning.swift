/// A fault of a playlist that does not prevent reading it.
package struct HlsPlaylistWarning: Hashable, Sendable {
    /// The line, counted from one; zero if the fault concerns the whole playlist.
    package var line: Int
    /// The fault, and how the reader treated it, as text for people.
    package var text: String

    package init(line: Int, text: String) {
        self.line = line
        self.text = text
    }
}
