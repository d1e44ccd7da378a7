/// What an ``HlsOrigin`` does instead of sending the right response.
package enum HlsFault: Sendable {
    /// A response with a status such as `404 Not Found` or `503 Service Unavailable`.
    case status(String)
    /// Other bytes with status 200, such as a web page or another key.
    case bytes([UInt8], contentType: String)
    /// The first bytes of the right response. The rest follows after ``HlsOrigin/release()``.
    case stall(after: Int)
    /// The first bytes of the right response. Then the connection is closed.
    case cut(after: Int)
    /// The end of the connection without a response.
    case close
    /// No response; the connection stays open.
    case silence
    case redirect(to: String)
}
