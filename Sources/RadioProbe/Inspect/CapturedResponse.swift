import RadioFormats

/// The status line and headers of an HTTP or ICY response, as a capture or probe keeps them.
package struct CapturedResponse: Hashable, Sendable {
    package struct Header: Hashable, Sendable {
        /// The name as the server sent it.
        package var name: String
        package var value: String
    }

    /// The status line, such as `HTTP/1.1 200 OK` or `ICY 200 OK`.
    package var statusLine: String
    /// The headers in the order sent.
    package var headers: [Header]

    /// The status code, or 0 if the status line has none.
    package var status: Int {
        let words = statusLine.split(separator: " ", maxSplits: 2)
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// The station's name, bit rate and so on, as the headers state them.
    package var icy: IcyHeaders { IcyHeaders(headers.map { ($0.name, $0.value) }) }

    /// The value of the first header with this name; nil if there is none.
    ///
    /// Names are compared without case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Reads a response's head: the status line and the headers.
    ///
    /// Returns nil if the first line is empty.
    ///
    /// Names and values are read as UTF-8, or as Latin-1 if they are not valid UTF-8.
    init?(_ head: UnsafeRawBufferPointer) {
        var lines = head.split(separator: 0x0A).map { Self.text($0) }[...]
        guard let first = lines.popFirst(), !first.isEmpty else { return nil }
        statusLine = first
        headers = []
        for line in lines where !line.isEmpty {
            if let blank = line.first, blank == " " || blank == "\t" {
                // A folded line continues the line before it (RFC 9112 §5.2).
                if !headers.isEmpty { headers[headers.count - 1].value += " " + Self.trimmed(line) }
            } else if let colon = line.firstIndex(of: ":") {
                let value = Self.trimmed(String(line[line.index(after: colon)...]))
                headers.append(Header(name: Self.trimmed(String(line[..<colon])), value: value))
            }
        }
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
        return String(validating: line, as: UTF8.self)
            ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
