import RadioFormats

/// The position at which the playlist's author wants playing to begin (EXT-X-START, RFC 8216 §4.3.5.2).
package struct StartPoint: Hashable, Sendable {
    /// The offset from the playlist's start or, if negative, from the end of its last segment.
    package var offset: MediaTime
    /// Whether playing begins with the exact sample instead of the segment that contains it.
    package var isPrecise: Bool

    package init(offset: MediaTime, isPrecise: Bool = false) {
        self.offset = offset
        self.isPrecise = isPrecise
    }
}
