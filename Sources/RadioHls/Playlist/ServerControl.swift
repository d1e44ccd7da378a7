import RadioFormats

/// What the server offers for live playlists (EXT-X-SERVER-CONTROL, rfc8216bis §4.4.3.8).
public struct ServerControl: Hashable, Sendable {
    /// Requests may wait for a segment or part that is to come (`_HLS_msn`, `_HLS_part`).
    public var canBlockReload = false
    /// Delta updates leave out segments older than this, from the playlist's end; nil: there are none.
    public var canSkipUntil: MediaTime?
    /// Delta updates may leave out date ranges too.
    public var canSkipDateRanges = false
    /// The least distance from the playlist's end at which to play; nil: three target durations.
    public var holdBack: MediaTime?
    /// The same when parts are played.
    public var partHoldBack: MediaTime?

    public init() {}
}
