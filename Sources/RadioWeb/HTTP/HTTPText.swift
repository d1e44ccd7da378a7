/// Reads and writes texts of HTTP messages. Pure.
package enum HTTPText {
    /// Returns the fields of a form in the form `a=b&c=d` (`application/x-www-form-urlencoded`).
    package static func form(_ body: ArraySlice<UInt8>) -> [(name: String, value: String)] {
        body.split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// Decodes `%` escapes, and `+` as a space.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 2 <= bytes.endIndex,
                let code = UInt8(String(decoding: bytes[index..<index + 2], as: UTF8.self), radix: 16)
            {
                result.append(code)
                index += 2
            } else {
                result.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns a host without its port, in lower case, without brackets and a final dot.
    package static func host(of text: String) -> String {
        var host = text.lowercased()[...]
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = host[host.index(after: host.startIndex)..<end]
        } else if let colon = host.lastIndex(of: ":"), host.firstIndex(of: ":") == colon {
            host = host[..<colon]
        }
        return host.hasSuffix(".") ? String(host.dropLast()) : String(host)
    }

    /// Reads a header such as `bytes=0-499`, `bytes=500-` or `bytes=-500`. Returns an empty range if the file has no such
    /// part, and nil if the header asks for something else, which is then ignored.
    package static func range(_ header: String, length: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch (Int(parts[0]), Int(parts[1])) {
        case (let first?, let last?) where first <= last:
            return first < length ? first..<min(last, length - 1) + 1 : 0..<0
        case (let first?, nil) where parts[1].isEmpty: return first < length ? first..<length : 0..<0
        case (nil, let count?) where parts[0].isEmpty: return max(length - count, 0)..<length
        default: return nil
        }
    }
}
