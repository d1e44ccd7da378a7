import RadioFormats

/// The features that the server offers for live playlists (EXT-X-SERVER-CONTROL, rfc8216bis §4.4.3.8).
package struct ServerControl: Hashable, Sendable {
    /// Whether requests may wait for a segment or part that does not exist yet (`_HLS_msn`, `_HLS_part`).
    package var canBlockReload = false
    /// The distance from the playlist's end beyond which delta updates leave out segments; nil if there are no delta
    /// updates.
    package var canSkipUntil: MediaTime?
    /// Whether delta updates may also leave out date ranges.
    package var canSkipDateRanges = false
    /// The least distance from the playlist's end at which a client should play; nil means three target durations.
    package var holdBack: MediaTime?
    /// The least distance from the playlist's end at which a client should play parts; nil if the playlist does not
    /// say.
    package var partHoldBack: MediaTime?

    package init() {}
}
