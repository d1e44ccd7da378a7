/// Status and headers of the final response, after all redirects.
package struct ResponseHead: Hashable, Sendable {
    package var status: Int
    /// As sent: `HTTP/1.1 200 OK` or `ICY 200 OK`.
    package var statusLine: String
    /// In the order sent, names as sent; values trimmed, bytes that are not UTF-8 read as windows-1252's lower half would (Latin-1).
    package var headers: [(name: String, value: String)]
    /// The URL that answered, after redirects.
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

    /// The first value of a header, its name compared without case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.count == name.count && $0.name.lowercased() == name.lowercased() }?.value
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
