import RadioFormats

/// Where its author wants playing to begin (EXT-X-START, RFC 8216 §4.3.5.2).
package struct StartPoint: Hashable, Sendable {
    /// From the playlist's start, or, below zero, back from the end of its last segment.
    package var offset: MediaTime
    /// Begin with the very sample, not with the segment that holds it.
    package var isPrecise: Bool

    package init(offset: MediaTime, isPrecise: Bool = false) {
        self.offset = offset
        self.isPrecise = isPrecise
    }
}
