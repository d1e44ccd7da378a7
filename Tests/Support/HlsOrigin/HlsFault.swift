/// A fault of an ``HlsOrigin``, in place of the right answer.
package enum HlsFault: Sendable {
    /// An answer with a status such as `404 Not Found` or `503 Service Unavailable`.
    case status(String)
    /// Other bytes with status 200, such as a web page or another key.
    case bytes([UInt8], contentType: String)
    /// The first bytes of the right answer. The rest follows after ``HlsOrigin/release()``.
    case stall(after: Int)
    /// The first bytes of the right answer. Then the connection is closed.
    case cut(after: Int)
    /// The end of the connection without an answer.
    case close
    /// No answer; the connection stays open.
    case silence
    case redirect(to: String)
}
