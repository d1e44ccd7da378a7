import Glibc
import RadioFormats

/// Writes dates for HLS playlists, in the format of EXT-X-PROGRAM-DATE-TIME.
enum HlsOriginDate {
    /// - Parameter date: The time since 1970-01-01T00:00:00Z.
    static func text(_ date: MediaTime) -> String {
        let milliseconds = Int64((date.seconds * 1000).rounded())
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))T\(digits(parts.tm_hour)):"
            + "\(digits(parts.tm_min)):\(digits(parts.tm_sec)).\(digits(Int32(milliseconds % 1000), 3))Z"
    }
}
