import RadioFormats

/// Status line and headers of an HTTP or ICY answer, as a capture or a probe keeps them.
package struct CapturedResponse: Hashable, Sendable {
    package struct Header: Hashable, Sendable {
        /// As sent.
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `HTTP/1.1 200 OK`, `ICY 200 OK`.
    package var statusLine: String
    /// In the order sent.
    package var headers: [Header]

    package init(statusLine: String, headers: [Header]) {
        self.statusLine = statusLine
        self.headers = headers
    }

    /// 0 where the status line names none.
    package var status: Int {
        let words = statusLine.split(separator: " ", maxSplits: 2)
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// What the headers say about a station.
    package var icy: IcyHeaders { IcyHeaders(headers.map { ($0.name, $0.value) }) }

    /// The first value of a header, its name compared without case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Reads the lines of a head; nil where the first one is no status line. Names and values are UTF-8, or Latin-1
    /// where they are not.
    init?(_ head: UnsafeRawBufferPointer) {
        var lines = head.split(separator: 0x0A).map { Self.text($0) }[...]
        guard let first = lines.popFirst(), !first.isEmpty else { return nil }
        statusLine = first
        headers = []
        for line in lines where !line.isEmpty {
            if let blank = line.first, blank == " " || blank == "\t" {
                // RFC 9112 §5.2: a folded line continues the one before it.
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
