/// Collects the header lines of a transfer, keeps those of the last response, and limits their size.
///
/// Interim responses (1xx), redirects and demands for authentication come before the final response. Each begins with a
/// status line. Lines after a complete head that are not status lines are trailers and are ignored.
struct HeaderCollector {
    /// The state of the response head after a line was added.
    enum Outcome: Equatable {
        case more
        /// The line was the empty line that ends the head.
        case complete
        case tooLarge
    }

    /// The maximum number of bytes in the head of one response.
    let maximumBytes: Int
    /// The maximum number of bytes in all header lines of a transfer: those of redirects, interim responses and
    /// trailers count as well.
    var maximumTotalBytes: Int { 4 * maximumBytes }

    private(set) var status = 0
    private(set) var statusLine = ""
    private(set) var headers: [(name: String, value: String)] = []
    /// True from the empty line that ends a head until the next status line.
    private(set) var isComplete = false
    private var bytes = 0
    private var totalBytes = 0
    private var hasBegun = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// True if libcurl follows the last response instead of delivering its body.
    var isRedirect: Bool {
        (300..<400).contains(status) && headers.contains { $0.name.lowercased() == "location" }
    }

    /// True if the address of a redirect is only a fragment, so that it is the requested address (RFC 3986 §5.2.2).
    var redirectsToFragment: Bool {
        isRedirect && headers.first { $0.name.lowercased() == "location" }?.value.hasPrefix("#") == true
    }

    /// Adds one line with its line end.
    mutating func add(_ line: UnsafeRawBufferPointer) -> Outcome {
        bytes += line.count
        totalBytes += line.count
        let text = line.trimmed
        if !hasBegun || isComplete {
            guard Self.isStatusLine(text) else { return totalBytes > maximumTotalBytes ? .tooLarge : .more }
            begin(text, bytes: line.count)
        } else if text.isEmpty, line.first != UInt8(ascii: " "), line.first != UInt8(ascii: "\t") {
            isComplete = true
        } else {
            addHeader(line, text)
        }
        if bytes > maximumBytes || totalBytes > maximumTotalBytes { return .tooLarge }
        return isComplete ? .complete : .more
    }

    /// Takes the head of the body's own, such as `ICY 200 OK`, that a proxy has passed on in the body.
    ///
    /// Headers of the response itself are kept after those of the new head, except those that describe the body with the
    /// head in it.
    mutating func add(innerHead head: UnsafeRawBufferPointer) {
        let outer = headers.filter { !["content-length", "accept-ranges"].contains($0.name.lowercased()) }
        for line in head.split(separator: UInt8(ascii: "\n")) { _ = add(UnsafeRawBufferPointer(rebasing: line)) }
        headers += outer
        isComplete = true
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: "HTTP/".utf8) || line.starts(with: "ICY ".utf8)
    }

    private mutating func begin(_ line: UnsafeRawBufferPointer, bytes count: Int) {
        hasBegun = true
        isComplete = false
        bytes = count
        headers.removeAll(keepingCapacity: true)
        statusLine = Self.text(line)
        let words = statusLine.split(separator: " ", maxSplits: 2)
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// Adds a header, or the continuation of the one before. A line that contains NUL is left out.
    private mutating func addHeader(_ line: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) {
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            // A folded line continues the line before it (RFC 9112 §5.2).
            guard !headers.isEmpty, !text.isEmpty else { return }
            headers[headers.count - 1].value += " " + Self.text(text)
        } else if !text.contains(0), let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = UnsafeRawBufferPointer(rebasing: text[..<colon]).trimmed
            let value = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...]).trimmed
            headers.append((Self.text(name), Self.text(value)))
        }
    }

    /// Returns the bytes as UTF-8, or as Latin-1 if they are not valid UTF-8.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes without spaces, tabs and line ends at both ends.
    fileprivate var trimmed: UnsafeRawBufferPointer {
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 10 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(rebasing: self[first...last])
    }
}
