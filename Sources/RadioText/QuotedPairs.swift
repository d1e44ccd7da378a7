/// Reads `key="value"` pairs with commas, semicolons or spaces between them.
///
/// Automation programs write such pairs into titles, and HLS playlists contain them in tags. The case of keys does not
/// matter. A value has one of these forms:
///
/// - Quoted: `"A"` or `'A'`. There may be backslashes before the quotes: the same number before each quote that begins
///   or ends a value. Quotes inside a value have more backslashes before them. An unescaped quote inside a value does
///   not end the value.
/// - Quoted twice: `""A""`.
/// - A list whose quotes are not escaped: `url="song_spot="M" TPID="1""`. Its pairs count as pairs of the outer list.
/// - Bare: `A`, up to the next pair.
struct QuotedPairs {
    static let maximumPairs = 64
    /// Number of bytes at a text's beginning that are read. Further bytes are ignored.
    static let maximumLength = 16 << 10
    /// Maximum length of a key in bytes. A longer run of letters before `=` is not a key.
    static let maximumKeyLength = 64
    /// Maximum number of spaces between a value and the next pair.
    private static let maximumBlanks = 16

    /// One key with its value.
    struct Pair {
        /// The key in lower case.
        var key: String
        /// The key as it was sent.
        var name: String
        var value: String
        var isQuoted: Bool
    }

    private(set) var pairs: [Pair] = []
    /// The text before the first pair.
    private(set) var lead = ""
    /// True if the text consists of pairs and separators only.
    private(set) var isWhole = true

    private let bytes: [UInt8]
    private var at = 0
    /// True once the pairs of a list inside a value are being read. Two quotes in a row may then end the inner value
    /// and the outer value.
    private var isWithin = false

    /// Reads the pairs of a text.
    init(_ text: String) {
        bytes = Array(text.utf8.prefix(Self.maximumLength))
        var leadEnd: Int?
        while at < bytes.count, pairs.count < Self.maximumPairs {
            guard let end = keyEnd(at) else {
                let next = max(bytes[at...].firstIndex { !Self.isKey($0) } ?? bytes.count, at + 1)
                let isBetween = bytes[at..<next].allSatisfy {
                    Self.isSeparator($0) || Self.isBlank($0) || $0 == UInt8(ascii: "\"")
                }
                if !isBetween { isWhole = false }
                at = next
                continue
            }
            leadEnd = leadEnd ?? at
            let name = String(decoding: bytes[at..<end], as: UTF8.self)
            at = end + 1
            let (value, isQuoted) = value()
            pairs.append(Pair(key: name.lowercased(), name: name, value: value, isQuoted: isQuoted))
        }
        lead = String(decoding: bytes[..<(leadEnd ?? bytes.count)], as: UTF8.self)
    }

    /// Returns the first value of this key, or nil if the key is missing or its first value is empty.
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

    // MARK: Values

    /// Returns the value that begins at `at`, and moves `at` past the value.
    private mutating func value() -> (String, isQuoted: Bool) {
        let backslash = UInt8(ascii: "\\")
        var open = at
        while open < bytes.count, bytes[open] == backslash { open += 1 }
        let depth = open - at
        guard open < bytes.count, bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'") else {
            return (bareValue(), false)
        }
        let quote = bytes[open]
        // If the value is itself a list of pairs, its pairs are read next, as pairs of this list.
        if let key = keyEnd(open + 1),
            bytes[(key + 1)...].starts(with: repeatElement(backslash, count: depth) + [quote]),
            !endsPair(key + 1 + depth + 1)
        {
            at = open + 1
            isWithin = true
            return ("", true)
        }
        let isDouble = open + 1 < bytes.count && bytes[open + 1] == quote && !endsPair(open + 2)
        let start = isDouble ? open + 2 : open + 1
        // The value ends at the first quote with as many backslashes before it as the opening quote has, if another
        // pair or the end of the list follows.
        var run = 0
        var first: Int?
        for place in start..<max(start, bytes.count) {
            if bytes[place] == quote, run == depth {
                // This quote opens the value of the next pair. The value that is being read therefore ended at `first`,
                // the first possible closing quote.
                if first != nil, opensValue(place - depth) { break }
                if endsPair(place + 1) {
                    at = place + 1
                    let end = isDouble && place > start && bytes[place - 1] == quote ? place - 1 : place
                    return (Self.unescaped(bytes[start..<max(start, end - depth)]), true)
                }
                first = first ?? place
            }
            run = bytes[place] == backslash ? run + 1 : 0
        }
        if let first, quote == UInt8(ascii: "\"") {
            at = first + 1
            return (Self.unescaped(bytes[start..<first - depth]), true)
        }
        // There is no closing quote, usually because a server cut the title at a maximum length. The rest of the text
        // is the value.
        at = bytes.count
        return (Self.unescaped(bytes[start...]), true)
    }

    private mutating func bareValue() -> String {
        let start = at
        while at < bytes.count, !((Self.isSeparator(bytes[at]) || Self.isBlank(bytes[at])) && beginsPair(at)) {
            at += 1
        }
        var end = at
        while end > start, Self.isSeparator(bytes[end - 1]) || Self.isBlank(bytes[end - 1]) { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    // MARK: Places

    /// Returns the offset of the `=` after the key that begins at the offset `start`, or nil if no key begins there.
    private func keyEnd(_ start: Int) -> Int? {
        var end = start
        while end < bytes.count, end - start <= Self.maximumKeyLength, Self.isKey(bytes[end]) { end += 1 }
        return end > start && end < bytes.count && bytes[end] == UInt8(ascii: "=") ? end : nil
    }

    /// Returns true if a value may end right before the offset `place`.
    ///
    /// After a value, only another pair may follow, or the end of the list or of the outer list.
    private func endsPair(_ place: Int) -> Bool {
        let rest = skipped(place)
        if rest == bytes.count || Self.isSeparator(bytes[rest]) && skipped(rest + 1) == bytes.count { return true }
        // While a list inside a value is read, this quote ends the outer value.
        if isWithin, bytes[rest] == UInt8(ascii: "\"") { return true }
        return (rest > place || Self.isSeparator(bytes[rest])) && beginsPair(rest > place ? rest - 1 : rest)
    }

    /// Returns true if the separator or space at the offset `place` is followed by a key and `=`.
    private func beginsPair(_ place: Int) -> Bool {
        var rest = skipped(place)
        if rest < bytes.count, Self.isSeparator(bytes[rest]) { rest = skipped(rest + 1) }
        return rest > place && keyEnd(rest) != nil
    }

    /// Returns true if a key and `=` stand right before the offset `place`.
    private func opensValue(_ place: Int) -> Bool {
        place > 1 && bytes[place - 1] == UInt8(ascii: "=") && Self.isKey(bytes[place - 2])
    }

    private func skipped(_ place: Int) -> Int {
        var rest = place
        while rest < bytes.count, rest - place < Self.maximumBlanks, Self.isBlank(bytes[rest]) { rest += 1 }
        return rest
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
    }

    /// Removes one level of backslashes before quotes: `\"` becomes `"`, `\\\"` becomes `\"`.
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
