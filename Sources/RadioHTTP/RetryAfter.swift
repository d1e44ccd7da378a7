import CCurl

/// Reads how long a server asks clients to wait (`Retry-After`, RFC 9110 §10.2.3).
///
/// The value is a number of seconds or a date. A date is compared with the server's own clock, the `Date` of the same
/// response, because the clock of this computer may be wrong by a year.
package enum RetryAfter {
    /// The longest wait. If a server asks for a longer wait, this one is used.
    static let longest = Duration.seconds(3600)

    /// Returns the time to wait, or nil if the value cannot be read.
    /// - Parameters:
    ///   - value: The value of `Retry-After`.
    ///   - date: The value of `Date` in the same response.
    package static func wait(_ value: String?, date: String?) -> Duration? {
        guard let value else { return nil }
        if let seconds = Int(value) { return bounded(seconds) }
        guard let then = seconds(of: value), let now = date.flatMap(seconds) else { return nil }
        return bounded(then - now)
    }

    private static func bounded(_ seconds: Int) -> Duration { min(max(.seconds(min(seconds, 3600)), .zero), longest) }

    /// Returns the seconds since 1970 of a date in any of HTTP's forms (RFC 9110 §5.6.7).
    private static func seconds(of text: String) -> Int? {
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : seconds
    }
}
