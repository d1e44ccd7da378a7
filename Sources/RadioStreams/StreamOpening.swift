import RadioHTTP
import RadioLoop

/// What the connections of one opening of a station learn from each other. Kept in memory only.
package final class StreamOpening: Hashable, @unchecked Sendable {  // Used on the loop's thread only.
    /// The maximum duration of a connection that may have ended for want of a `Range` header.
    private static let maximumDuration = Duration.seconds(30)

    let session = HTTPSession()
    /// The address of the last connection that its server ended, and its duration.
    private var last: (url: String, duration: Duration)?
    private var range = RangeUse.unknown

    private enum RangeUse { case unknown, wanted, useless }

    package init() {}

    /// Returns whether a request for an address asks for the range `bytes=0-`.
    ///
    /// Some servers end a response without a range after a few seconds, always the same.
    func wantsRange(_ url: String) -> Bool { range == .wanted && url == last?.url }

    /// Records that a server ended a live station's response.
    /// - Parameter duration: The time since the response began.
    func ended(_ url: String, after duration: Duration) {
        let isShort = duration <= Self.maximumDuration
        if isShort, let last, last.url == url,
            max(duration, last.duration) - min(duration, last.duration) <= max(.milliseconds(500), duration * 0.1)
        {
            range = range == .unknown ? .wanted : .useless
        }
        if range != .wanted { last = isShort ? (url, duration) : nil }
    }

    /// Records that a server refused a request with a range.
    func refusedRange() { range = .useless }

    package static func == (left: StreamOpening, right: StreamOpening) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
