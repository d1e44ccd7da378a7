import RadioFormats
import RadioJSON

/// Dates as JSON strings in the form of RFC 3339, in UTC.
extension JSONNode {
    /// Returns a date as a JSON string.
    ///
    /// - Parameter time: the time since 1970-01-01T00:00:00Z. Nil, or a time before 1970, becomes JSON null.
    package static func date(_ time: MediaTime?) -> JSONNode { .optional(time.flatMap(dateText)) }

    /// Returns the text of a date (RFC 3339). Returns nil for a time before 1970, which a stream states only by
    /// mistake.
    package static func dateText(_ time: MediaTime) -> String? {
        time >= .zero ? time.rfc3339 : nil
    }
}
