import RadioFormats

/// Something that is said about a stretch of time (EXT-X-DATERANGE, RFC 8216 §4.3.2.7).
///
/// Dates count since 1970-01-01T00:00:00Z, as ``MediaSegment/wallClock`` does.
public struct DateRange: Hashable, Sendable {
    public var id: String
    /// CLASS: ranges of one class have the same meaning.
    public var kind: String?
    /// nil only in a range whose first tag, with START-DATE, is no longer in the playlist.
    public var start: MediaTime?
    public var end: MediaTime?
    public var duration: MediaTime?
    public var plannedDuration: MediaTime?
    /// It ends where the next one of its class begins.
    public var endsOnNext = false
    /// CUE: PRE, POST, ONCE.
    public var cue: [String] = []
    /// SCTE35-CMD, SCTE35-OUT, SCTE35-IN.
    public var scte35: [String: [UInt8]] = [:]
    /// The client attributes, whose names begin with `X-`.
    public var attributes: [String: AttributeValue] = [:]

    public init(id: String) { self.id = id }

    /// A client attribute's text: `X-TITLE` and the like.
    public func text(_ name: String) -> String? {
        if case .text(let text) = attributes[name] { text } else { nil }
    }
}
