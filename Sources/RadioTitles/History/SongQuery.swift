import RadioFormats
import RadioText

/// Selects titles in the file of titles. A pure value.
public struct SongQuery: Hashable, Sendable {
    /// Words that must each begin a word of artist, title or text; case and accents are ignored.
    public var words: [String] = []
    /// The station's id, or words of its name, compared like ``words``; nil for all stations.
    public var station: String?
    /// Earliest start of a track, since 1970-01-01T00:00:00Z.
    public var since: MediaTime?
    /// Time before which a track must start, since 1970-01-01T00:00:00Z.
    public var until: MediaTime?
    /// Kinds of tracks; nil for every kind.
    public var kinds: Set<TrackInfo.Kind>? = [.song]
    /// Where the titles were read; nil for titles from every source.
    public var source: TitleSource?
    /// True to select only the songs that the listener likes.
    public var isLiked = false
    /// How long a title must have been heard to count among the most played songs. Logged titles always count.
    public static let leastHeard = Duration.seconds(10)
    /// Maximum number of results; nil for all.
    public var limit: Int?

    public init() {}

    /// Returns the words of a text that the listener typed, in the form that ``words`` needs: without capitals and
    /// accents.
    public static func words(_ text: String) -> [String] { NameFolding.words(text) }

    /// Returns whether each word of the query is the beginning of a word in one of the texts.
    func matches(_ texts: [String?]) -> Bool { Self.matches(words, texts) }

    static func matches(_ words: [String], _ texts: [String?]) -> Bool {
        guard !words.isEmpty else { return true }
        let found = texts.compactMap(\.self).flatMap(NameFolding.words)
        return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
    }
}
