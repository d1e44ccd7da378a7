/// What an ``HlsOrigin`` does instead of answering well.
package enum HlsFault: Sendable {
    /// `404 Not Found`, `503 Service Unavailable` …
    case status(String)
    /// Something else with status 200: a web page, another key.
    case bytes([UInt8], contentType: String)
    /// Only the first bytes of the right answer, then nothing until ``HlsOrigin/release()``; then the rest.
    case stall(after: Int)
    /// Only the first bytes of the right answer, then the connection is closed.
    case cut(after: Int)
    /// The connection is closed without a word.
    case close
    /// No answer at all.
    case silence
    case redirect(to: String)
}
