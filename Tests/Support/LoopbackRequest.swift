/// A client's request to a ``LoopbackServer``.
package struct LoopbackRequest: Hashable, Sendable {
    package var method: String
    /// The target as sent: `/path?query`, or a whole URL if the server acts as a proxy.
    package var target: String
    /// The text as sent, from the request line to the empty line.
    package var text: String
    package var headers: [(name: String, value: String)]
    /// The body, whose length `Content-Length` states.
    package var body: [UInt8] = []

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// Returns the first value of a header. Case does not matter in its name.
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
