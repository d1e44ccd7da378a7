/// What a client asked a ``LoopbackServer`` for.
package struct LoopbackRequest: Hashable, Sendable {
    package var method: String
    /// As sent: `/path?query`, or a whole URL where the server is asked as a proxy.
    package var target: String
    /// As sent, from the request line to the empty line.
    package var text: String
    package var headers: [(name: String, value: String)]
    /// As many bytes as `Content-Length` says.
    package var body: [UInt8] = []

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a header, its name compared without case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init?(_ text: String) {
        let lines = text.split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3 else { return nil }
        self.text = text
        method = String(words[0])
        target = String(words[1])
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            return (String(parts[0]), String(value))
        }
    }

    package static func == (left: LoopbackRequest, right: LoopbackRequest) -> Bool {
        left.text == right.text && left.body == right.body
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
