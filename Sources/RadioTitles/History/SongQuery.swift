import RadioFormats
import RadioText

/// Which of the titles that were written down are meant. A pure value.
public struct SongQuery: Hashable, Sendable {
    /// Each must begin a word of artist, title or text; case and accents do not count.
    public var words: [String] = []
    /// The station's id, or words of its name in the same way; nil: all.
    public var station: String?
    /// Tracks that began at or after it, which is counted since 1970-01-01T00:00:00Z.
    public var since: MediaTime?
    /// Tracks that began before it.
    public var until: MediaTime?
    /// Nil: of every kind.
    public var kinds: Set<TrackInfo.Kind>? = [.song]
    /// Only what the listener likes.
    public var isLiked = false
    /// So many at most; nil: all.
    public var limit: Int?

    public init() {}

    /// Folded words of what a person typed.
    public static func words(_ text: String) -> [String] { NameFolding.words(text) }

    /// Whether each word begins one of the texts' words.
    func matches(_ texts: [String?]) -> Bool { Self.matches(words, texts) }

    static func matches(_ words: [String], _ texts: [String?]) -> Bool {
        guard !words.isEmpty else { return true }
        let found = texts.compactMap(\.self).flatMap(NameFolding.words)
        return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
    }
}
