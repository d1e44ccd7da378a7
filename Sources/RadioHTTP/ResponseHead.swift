/// The status and headers of the final response, after all redirects.
package struct ResponseHead: Hashable, Sendable {
    package var status: Int
    /// The status line as sent: `HTTP/1.1 200 OK` or `ICY 200 OK`.
    package var statusLine: String
    /// The headers in the order sent, with names as sent and values trimmed.
    ///
    /// A name or value that is not valid UTF-8 is read as Latin-1.
    package var headers: [(name: String, value: String)]
    /// The URL of this response, after redirects.
    package var url: String
    package var redirectCount: Int

    package init(
        status: Int, statusLine: String, headers: [(name: String, value: String)], url: String, redirectCount: Int
    ) {
        self.status = status
        self.statusLine = statusLine
        self.headers = headers
        self.url = url
        self.redirectCount = redirectCount
    }

    /// Returns the first value of a header. The case of the name does not matter.
    package subscript(name: String) -> String? {
        headers.first { $0.name.count == name.count && $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The length of the body in bytes (`Content-Length`, RFC 9110 §8.6); nil if the header is missing, or if its number
    /// is negative or above 2⁵³.
    package var contentLength: Int? {
        self["Content-Length"].flatMap { Int($0) }.flatMap { (0...1 << 53).contains($0) ? $0 : nil }
    }

    package static func == (left: ResponseHead, right: ResponseHead) -> Bool {
        left.status == right.status && left.statusLine == right.statusLine && left.url == right.url
            && left.redirectCount == right.redirectCount
            && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(url)
    }
}
