import RadioFormats

/// What the server offers for live playlists (EXT-X-SERVER-CONTROL, rfc8216bis §4.4.3.8).
package struct ServerControl: Hashable, Sendable {
    /// Requests may wait for a segment or part that is to come (`_HLS_msn`, `_HLS_part`).
    package var canBlockReload = false
    /// Delta updates leave out segments older than this, from the playlist's end; nil: there are none.
    package var canSkipUntil: MediaTime?
    /// Delta updates may leave out date ranges too.
    package var canSkipDateRanges = false
    /// The least distance from the playlist's end at which to play; nil: three target durations.
    package var holdBack: MediaTime?
    /// The same when parts are played.
    package var partHoldBack: MediaTime?

    package init() {}
}
