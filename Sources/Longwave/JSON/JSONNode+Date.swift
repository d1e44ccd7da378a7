import RadioFormats
import RadioJSON
import RadioLoop

/// Dates as JSON has them: RFC 3339 in UTC.
extension JSONNode {
    /// - Parameter time: since 1970.
    package static func date(_ time: MediaTime?) -> JSONNode { .optional(time.flatMap(dateText)) }

    /// Nil before 1970, which no stream is of.
    package static func dateText(_ time: MediaTime) -> String? {
        guard time >= .zero else { return nil }
        return WallClock.rfc3339(milliseconds: Int64((time.seconds * 1000).rounded()))
    }
}
