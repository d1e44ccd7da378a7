import RadioFormats
import RadioText

/// Selects titles in the file of titles. A pure value.
public struct SongQuery: Hashable, Sendable {
    /// Words that must each begin a word of artist, title or text; case and accents do not count.
    public var words: [String] = []
    /// The station's id, or words of its name compared in the same way; nil for all stations.
    public var station: String?
    /// Earliest start of a track, since 1970-01-01T00:00:00Z.
    public var since: MediaTime?
    /// Time before which a track must start.
    public var until: MediaTime?
    /// Kinds of tracks; nil for every kind.
    public var kinds: Set<TrackInfo.Kind>? = [.song]
    /// True to select only what the listener likes.
    public var isLiked = false
    /// Maximum number of results; nil for all.
    public var limit: Int?

    public init() {}

    /// Returns the folded words of a text that a person typed.
    public static func words(_ text: String) -> [String] { NameFolding.words(text) }

    /// Returns whether each word of the query begins one of the texts' words.
    func matches(_ texts: [String?]) -> Bool { Self.matches(words, texts) }

    static func matches(_ words: [String], _ texts: [String?]) -> Bool {
        guard !words.isEmpty else { return true }
        let found = texts.compactMap(\.self).flatMap(NameFolding.words)
        return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
    }
}
