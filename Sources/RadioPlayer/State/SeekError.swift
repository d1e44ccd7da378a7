import RadioFormats

/// The reason why the item cannot continue at another position.
public enum SeekError: Error, Hashable, Sendable {
    /// No item plays or is paused.
    case nothingPlays
    /// No sound of the item is in memory or on the tape, and none can be fetched.
    case notSeekable
    /// The item has no such position. The associated value is the nearest range of positions that the item has
    /// (`PlaybackSnapshot.seekableTimeRanges`).
    case outOfRange(MediaTimeRange)
    /// The station does not say when its sound was recorded.
    case noDate
    /// The requested title is not among the titles that are still kept.
    case noSuchTitle
    /// There is no rendition with this name.
    case noSuchRendition(String)
}
