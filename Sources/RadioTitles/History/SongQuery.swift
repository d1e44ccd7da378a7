import RadioFormats
import RadioLoop
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
    /// True to count each spelling of a song as a song of its own, except for capitals.
    public var isExact = false
    /// True to compare the most played songs with those of the time before ``since`` that is as long as the query's.
    public var comparesBefore = false
    /// How long a title must have been heard to count among the most played songs. Logged titles always count.
    public static let leastHeard = Duration.seconds(10)
    /// Maximum number of results; nil for all.
    public var limit: Int?

    public init() {}

    /// Returns the words of a text that the listener typed, in the form that ``words`` needs: without capitals and
    /// accents.
    public static func words(_ text: String) -> [String] { NameFolding.words(text) }

    /// The codes of the kinds in the table of airings; nil for every kind.
    var codes: Set<Int64>? {
        kinds.map { Set($0.flatMap { [SongKey.code($0, isHeard: false), SongKey.code($0, isHeard: true)] }) }
    }

    /// The query for everything before ``since``, and the beginning of the time before that is as long as the query's;
    /// nil if the query has no ``since``.
    var before: (query: SongQuery, start: MediaTime)? {
        guard let since else { return nil }
        var query = self
        (query.since, query.until) = (nil, since)
        let end = until ?? MediaTime(milliseconds: WallClock.milliseconds)
        return (query, since - (end - since))
    }

    /// Returns whether each word of the query is the beginning of a word in one of the texts.
    func matches(_ texts: [String?]) -> Bool { Self.matches(words, texts) }

    static func matches(_ words: [String], _ texts: [String?]) -> Bool {
        guard !words.isEmpty else { return true }
        let found = texts.compactMap(\.self).flatMap(NameFolding.words)
        return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
    }
}
