import CCurl

/// How long a server wants to be left alone: seconds, or a date (RFC 9110 §10.2.3). A date is compared with the server's
/// own clock, as it stands in the same response: ours may be wrong by a year.
package enum RetryAfter {
    /// A longer wait is nonsense.
    static let longest = Duration.seconds(3600)

    package static func wait(_ value: String?, date: String?) -> Duration? {
        guard let value else { return nil }
        if let seconds = Int(value) { return bounded(seconds) }
        guard let then = seconds(of: value), let now = date.flatMap(seconds) else { return nil }
        return bounded(then - now)
    }

    private static func bounded(_ seconds: Int) -> Duration { min(max(.seconds(min(seconds, 3600)), .zero), longest) }

    /// Seconds since 1970 of a date in any of HTTP's forms (RFC 9110 §5.6.7).
    private static func seconds(of text: String) -> Int? {
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : seconds
    }
}
