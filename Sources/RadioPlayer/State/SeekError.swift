import RadioFormats

/// Why the item does not go on elsewhere, by what can be done about it.
public enum SeekError: Error, Hashable, Sendable {
    /// No item plays or is paused.
    case nothingPlays
    /// Nothing of it is held, and nothing can be fetched.
    case notSeekable
    /// It has no such position; those it has (`PlaybackSnapshot.seekableTimeRanges`).
    case outOfRange(MediaTimeRange)
    /// The station does not tell when its sound was recorded.
    case noDate
    /// No title that is kept is so many titles away.
    case noSuchTitle
    /// There is no rendition of that name.
    case noSuchRendition(String)
}
