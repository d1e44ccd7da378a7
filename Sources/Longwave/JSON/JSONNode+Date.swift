import RadioFormats
import RadioJSON

/// Dates in JSON: RFC 3339 in UTC.
extension JSONNode {
    /// - Parameter time: the time since 1970.
    package static func date(_ time: MediaTime?) -> JSONNode { .optional(time.flatMap(dateText)) }

    /// Returns the text of a date; nil for a time before 1970, because no stream is that old.
    package static func dateText(_ time: MediaTime) -> String? {
        time >= .zero ? time.rfc3339 : nil
    }
}
