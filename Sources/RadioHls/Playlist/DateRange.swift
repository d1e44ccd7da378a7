import RadioFormats

/// Information about a stretch of time (EXT-X-DATERANGE, RFC 8216 §4.3.2.7).
///
/// Dates count since 1970-01-01T00:00:00Z, as in ``MediaSegment/wallClock``.
package struct DateRange: Hashable, Sendable {
    package var id: String
    /// CLASS. Ranges of the same class have the same meaning.
    package var kind: String?
    /// The date of the start; nil only if the range's first tag, with START-DATE, is no longer in the playlist.
    package var start: MediaTime?
    package var end: MediaTime?
    package var duration: MediaTime?
    package var plannedDuration: MediaTime?
    /// Whether the range ends where the next range of its class begins.
    package var endsOnNext = false
    /// The words in CUE, such as PRE, POST and ONCE, which say when the range's action takes place.
    package var cue: [String] = []
    /// The values of SCTE35-CMD, SCTE35-OUT and SCTE35-IN, by the attribute's name: marks of advertisements.
    package var scte35: [String: [UInt8]] = [:]
    /// The client attributes, whose names begin with `X-`.
    package var attributes: [String: AttributeValue] = [:]

    package init(id: String) { self.id = id }

    /// Returns the text of a client attribute, such as `X-TITLE`; nil if it is missing or not a text.
    package func text(_ name: String) -> String? {
        if case .text(let text) = attributes[name] { text } else { nil }
    }
}
