/// Collects the header lines of a transfer, keeps those of its last response, and bounds them all.
///
/// Interim responses (1xx), redirects and rounds of authentication come before the final one; each begins with a
/// status line. Lines after a head was handed over are trailers, which nobody needs.
struct HeaderCollector {
    enum Outcome: Equatable {
        case more
        /// The empty line came: the response is complete.
        case complete
        case tooLarge
    }

    /// Of one response.
    let maximumBytes: Int
    /// Of all responses of a transfer: redirects are counted, but interim responses are not.
    var maximumTotalBytes: Int { 4 * maximumBytes }

    private(set) var status = 0
    private(set) var statusLine = ""
    private(set) var headers: [(name: String, value: String)] = []
    /// Between the empty line and the next status line.
    private(set) var isComplete = false
    private var bytes = 0
    private var totalBytes = 0
    private var hasBegun = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Whether the library will follow the response that came last instead of handing over its body.
    var isRedirect: Bool {
        (300..<400).contains(status) && headers.contains { $0.name.lowercased() == "location" }
    }

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

    private mutating func addHeader(_ line: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) {
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            // RFC 9112 §5.2: a folded line continues the one before it.
            guard !headers.isEmpty, !text.isEmpty else { return }
            headers[headers.count - 1].value += " " + Self.text(text)
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = UnsafeRawBufferPointer(rebasing: text[..<colon]).trimmed
            let value = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...]).trimmed
            headers.append((Self.text(name), Self.text(value)))
        }
    }

    /// UTF-8, or Latin-1 where it is not.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }
}

extension UnsafeRawBufferPointer {
    /// Without spaces, tabs and line ends around.
    fileprivate var trimmed: UnsafeRawBufferPointer {
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 10 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(rebasing: self[first...last])
    }
}
