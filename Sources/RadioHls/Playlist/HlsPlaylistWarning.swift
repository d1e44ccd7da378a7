/// A fault of a playlist that has a sensible reading.
public struct HlsPlaylistWarning: Hashable, Sendable {
    /// Counted from one; zero where it is about the playlist as a whole.
    public var line: Int
    /// What is wrong and how it was read, for people.
    public var text: String

    public init(line: Int, text: String) {
        self.line = line
        self.text = text
    }
}
