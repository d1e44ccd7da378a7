import RadioFormats
import RadioJSON

/// Dates as JSON has them: RFC 3339 in UTC.
extension JSONNode {
    /// - Parameter time: since 1970.
    package static func date(_ time: MediaTime?) -> JSONNode { .optional(time.flatMap(dateText)) }

    /// Nil before 1970, which no stream is of.
    package static func dateText(_ time: MediaTime) -> String? {
        time >= .zero ? time.rfc3339 : nil
    }
}
