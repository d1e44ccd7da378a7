/// Reads a JSON text (RFC 8259) value by value, without building a tree of all values in memory.
///
/// A list of a hundred thousand stations is thus read with little memory. The syntax must be exactly JSON, but a string
/// that is not UTF-8 is read as windows-1252. The caller looks at the ``kind`` of the next value, then reads or skips
/// the value. In an object, ``nextMember()`` moves to the next member; in a list, ``nextItem()`` moves to the next
/// item.
package struct JSONCursor {
    /// The maximum depth of lists and objects inside one another. A deeper text is an error.
    package static let maximumDepth = 32

    /// The kinds of JSON values.
    package enum Kind {
        case object, array, string, number, bool, null

        /// The name of the kind with its article, for error messages.
        package var name: String {
            switch self {
            case .null: "null"
            case .bool: "true or false"
            case .number: "a number"
            case .string: "a string"
            case .array: "a list"
            case .object: "an object"
            }
        }
    }

    /// The bytes of the JSON text. The caller must neither free nor change them while it uses the cursor.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The position of the cursor: the number of bytes before it in the JSON text.
    package private(set) var position: Int
    /// The length of the JSON text in bytes.
    package var count: Int { bytes.count }
    private var depth = 0
    /// True if the cursor is directly after the opening bracket of an object or list.
    private var isFresh = false

    /// Whether strings may contain control characters, line ends, and a backslash before any character. An escape that
    /// JSON does not define then means the character after the backslash.
    package var isTolerant = false

    /// Creates a cursor before the first value of a JSON text. A byte order mark at the start is skipped.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        skipSpace()
    }

    /// Creates a cursor before the value at `position` in a JSON text. Another cursor must have had this ``position``
    /// in the same text.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    // MARK: Structure

    /// The kind of the value that begins at the cursor.
    package var kind: Kind {
        get throws(JSONError) {
            guard let first = peek else { throw error("the text ends where a value is expected") }
            switch first {
            case UInt8(ascii: "{"): return .object
            case UInt8(ascii: "["): return .array
            case UInt8(ascii: "\""): return .string
            case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
            case UInt8(ascii: "n"): return .null
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
            case _: throw error("no value begins with \(shown(first))")
            }
        }
    }

    /// Enters the object or list that begins at the cursor.
    package mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("nested deeper than \(Self.maximumDepth)") }
        position += 1
        isFresh = true
    }

    /// Moves to the next member of the object that the cursor is in: to the start of the member's name. After the last
    /// member, moves behind the object and returns false.
    package mutating func nextMember() throws(JSONError) -> Bool {
        guard try next(end: UInt8(ascii: "}"), "a comma or }") else { return false }
        guard peek == UInt8(ascii: "\"") else { throw missing("a name in quotes") }
        return true
    }

    /// Moves to the next item of the list that the cursor is in. After the last item, moves behind the list and returns
    /// false.
    package mutating func nextItem() throws(JSONError) -> Bool { try next(end: UInt8(ascii: "]"), "a comma or ]") }

    /// Moves to the next member or item of the object or list that the cursor is in. At the closing bracket `end`,
    /// moves behind it and returns false.
    private mutating func next(end: UInt8, _ expected: StaticString) throws(JSONError) -> Bool {
        skipSpace()
        if take(end) {
            isFresh = false
            depth -= 1
            return false
        }
        if isFresh {
            isFresh = false
            return true
        }
        guard take(UInt8(ascii: ",")) else { throw missing("\(expected)") }
        skipSpace()
        return true
    }

    /// Checks that only white space follows the cursor. Throws an error for any other text.
    package mutating func finish() throws(JSONError) {
        skipSpace()
        guard position == bytes.count else { throw error("there is text after the end") }
    }

    // MARK: Names

    /// Reads the name of the member at the cursor, and moves to the member's value.
    package mutating func name() throws(JSONError) -> String {
        let name = try string()
        try colon(after: name)
        return name
    }

    /// Returns the bytes of the name of the member at the cursor, and moves to the member's value.
    ///
    /// If the name contains an escape or a control character, returns nil and does not move. Use ``name()`` then.
    package mutating func plainName() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        guard let end = plainEnd() else { return nil }
        let name = UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end])
        position = end + 1
        if take(UInt8(ascii: ":")) {
            skipSpace()
        } else {
            try colon(after: String(decoding: name, as: UTF8.self))
        }
        return name
    }

    private mutating func colon(after name: String) throws(JSONError) {
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw missing("a colon after the name \"\(name.prefix(40))\"") }
        skipSpace()
    }

    // MARK: Values

    /// Moves behind the value at the cursor without reading it.
    package mutating func skip() throws(JSONError) {
        switch try kind {
        case .object:
            try enter()
            while try nextMember() {
                try skipString()
                try colon(after: "")
                try skip()
            }
        case .array:
            try enter()
            while try nextItem() { try skip() }
        case .string: try skipString()
        case .number: _ = try numberRange()
        case .bool: _ = try bool()
        case .null: try null()
        }
    }

    private mutating func skipString() throws(JSONError) {
        if let end = plainEnd() { position = end + 1 } else { _ = try escapedString() }
    }

    package mutating func null() throws(JSONError) { try word("null") }

    package mutating func bool() throws(JSONError) -> Bool {
        if peek == UInt8(ascii: "t") {
            try word("true")
            return true
        }
        try word("false")
        return false
    }

    private mutating func word(_ word: StaticString) throws(JSONError) {
        guard bytes[position...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        else {
            throw error("invalid value")
        }
        position += word.utf8CodeUnitCount
    }

    /// Reads the number at the cursor. A number beyond the range of `Double` becomes the nearest finite number.
    package mutating func number() throws(JSONError) -> Double {
        let range = try numberRange()
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        // Most numbers are whole and have fewer than ten digits. These are converted here without making a `String`,
        // which is faster.
        if text.count < 10, text.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Double(text.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        }
        guard let value = Double(String(decoding: text, as: UTF8.self)) else { throw error("invalid number") }
        return min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }

    /// Reads the number at the cursor, and returns it exactly as it is written in the JSON text.
    package mutating func numberText() throws(JSONError) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[try numberRange()]), as: UTF8.self)
    }

    /// Moves behind the number at the cursor (RFC 8259 §6), and returns the positions of its bytes.
    private mutating func numberRange() throws(JSONError) -> Range<Int> {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw missing("a digit") }
    }

    // MARK: Texts

    /// Reads the string at the cursor (RFC 8259 §7). An escape for one half of a surrogate pair, without an escape for
    /// the other half, becomes U+FFFD.
    package mutating func string() throws(JSONError) -> String {
        guard let end = plainEnd() else { return Self.text(try escapedString()) }
        let text = UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end])
        position = end + 1
        // Most strings are ASCII. For them, the slow check that the bytes are valid UTF-8 is not needed.
        var all: UInt8 = 0
        for byte in text { all |= byte }
        if all < 0x80 { return String(decoding: text, as: UTF8.self) }
        return String(validating: text, as: UTF8.self) ?? Windows1252.decode(text)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? Windows1252.decode(bytes)
    }

    /// Returns the position of the quote that ends the string at the cursor, or nil if the string contains an escape or
    /// a control character.
    private func plainEnd() -> Int? {
        var at = position + 1
        let count = bytes.count
        // The first loop tests eight bytes at once, and ends if one of them may be a quote, a backslash or below 0x20.
        // In (x - 1) & ~x, computed for each byte x of the word, the high bit is set if x is zero. A borrow from a
        // neighbouring byte may set the bit for another byte, too. The second loop therefore tests each remaining byte.
        let ones: UInt64 = 0x0101_0101_0101_0101
        while at + 8 <= count {
            let word = UnsafeRawPointer(bytes.baseAddress! + at).loadUnaligned(as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let found =
                ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word)
            if found & (ones &* 0x80) != 0 { break }
            at += 8
        }
        while at < count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") { return at }
            if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
            at += 1
        }
        return nil
    }

    /// Reads the string at the cursor, and returns its bytes, with each escape replaced by the character that it means.
    private mutating func escapedString() throws(JSONError) -> [UInt8] {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"):
                position += 1
                // Most escapes are `\/`, so this escape is handled first.
                if let letter = peek, letter == UInt8(ascii: "/") || (isTolerant && !Self.escapes.contains(letter)) {
                    text.append(letter)
                    position += 1
                } else {
                    text.append(contentsOf: UTF8.encode(try escape())!)
                }
            case 0..<0x20 where !isTolerant:
                throw error("a control character or line end inside a string")
            case _:
                text.append(byte)
                position += 1
            }
        }
        throw error("the text ends inside quotes")
    }

    private static let escapes = Array("\"\\/bfnrtu".utf8)

    /// Reads the part of an escape after its backslash, and returns the character that the escape means.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let letter = peek else { throw error("the text ends inside quotes") }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        case _:
            position -= 1
            throw error("invalid escape \\\(shown(letter))")
        }
    }

    /// Reads the four digits after `\u`, and returns the character. If the digits are the first half of a surrogate
    /// pair and a `\u` escape with the second half follows, reads that escape, too.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let unit = try fourHexDigits()
        if UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            let before = position
            position += 2
            let second = try fourHexDigits()
            if UTF16.isTrailSurrogate(second) {
                return Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)))!
            }
            position = before
        }
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw missing("four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    // MARK: Errors

    private func missing(_ what: String) -> JSONError {
        error(peek.map { "\(what) is expected, not \(shown($0))," } ?? "the text ends where \(what) is expected")
    }

    private func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Unicode.Scalar(byte))'" : "byte 0x" + String(byte, radix: 16, uppercase: true)
    }

    package func error(_ reason: String) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == 0x0A } + 1
        let column = position - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return JSONError(reason: reason, offset: position, line: line, column: column)
    }
}
