/// `key="value"` pairs, with commas or blanks between them, as some automation programs write them into titles and
/// playlists into tags. Quotes may be escaped with backslashes, in one list all alike: what stands in a value is escaped
/// once more. Bare values end at a comma. Keys are compared without case.
struct QuotedPairs {
    static let maximumPairs = 64
    /// Bytes that are looked at.
    static let maximumLength = 16 << 10

    private(set) var pairs: [(key: String, value: String)] = []
    /// What stands before the first pair.
    private(set) var lead = ""

    init(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.maximumLength))
        var at = 0
        var leadEnd: Int?
        while at < bytes.count, pairs.count < Self.maximumPairs {
            let end = bytes[at...].firstIndex { !Self.isKey($0) } ?? bytes.count
            guard end > at, end < bytes.count, bytes[end] == UInt8(ascii: "=") else {
                at = max(end, at + 1)
                continue
            }
            let key = String(decoding: bytes[at..<end], as: UTF8.self).lowercased()
            leadEnd = leadEnd ?? at
            let (value, next) = Self.value(bytes, from: end + 1)
            pairs.append((key, value))
            at = next
        }
        lead = String(decoding: bytes[..<(leadEnd ?? bytes.count)], as: UTF8.self)
    }

    /// The first value of this name; nil where it is empty too.
    subscript(key: String) -> String? {
        let key = key.lowercased()
        return pairs.first { $0.key == key }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    static func isKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        case _: false
        }
    }

    /// The value that begins there, and where the next pair may begin.
    private static func value(_ bytes: [UInt8], from start: Int) -> (String, next: Int) {
        let backslash = UInt8(ascii: "\\")
        let quote = UInt8(ascii: "\"")
        var open = start
        while open < bytes.count, bytes[open] == backslash { open += 1 }
        let depth = open - start
        guard open < bytes.count, bytes[open] == quote else {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
            return (String(decoding: bytes[start..<end], as: UTF8.self), end)
        }
        // It ends at a quote with as many backslashes before it as the first one has.
        var run = 0
        for place in open + 1..<bytes.count {
            if bytes[place] == quote, run == depth {
                return (unescaped(bytes[open + 1..<place - depth]), place + 1)
            }
            run = bytes[place] == backslash ? run + 1 : 0
        }
        // Cut off, as titles of a fixed length are.
        return (unescaped(bytes[(open + 1)...]), bytes.count)
    }

    /// One level of backslashes before quotes goes: `\"` becomes `"`, `\\\"` becomes `\"`.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.endIndex,
                bytes[at + 1] == UInt8(ascii: "\\") || bytes[at + 1] == UInt8(ascii: "\"")
            {
                at += 1
            }
            result.append(bytes[at])
            at += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}
