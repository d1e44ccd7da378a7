import RadioText

/// Reads JSON (RFC 8259) and says where it breaks, which FoundationEssentials' decoder does not tell.
///
/// Strict in its syntax, tolerant in its bytes: a text that is not UTF-8 is read as windows-1252.
public struct JSONReader {
    /// The deepest nesting of lists and objects.
    public static let maximumDepth = 32
    /// The most values, nested ones included: what a stranger's text can make of memory.
    public static let maximumValues = 500_000

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var valueCount = 0

    /// Reads one value with nothing but white space around it. A byte order mark before it is skipped.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        reader.skipSpace()
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error("something follows the end") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Values

    private mutating func value() throws(JSONError) -> JSONValue {
        valueCount += 1
        guard valueCount <= Self.maximumValues else { throw error("more than \(Self.maximumValues) values") }
        guard let first = peek else { throw error("the text ends where a value is expected") }
        switch first {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case _: throw error("no value begins with \(shown(first))")
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try enter()
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return leave(.object(members)) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw missing("a name in quotes") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw missing("a colon after the name \"\(name.prefix(40))\"") }
            skipSpace()
            members[name] = try value()
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw missing("a comma or }") }
        return leave(.object(members))
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try enter()
        var items: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return leave(.array(items)) }
        repeat {
            skipSpace()
            items.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw missing("a comma or ]") }
        return leave(.array(items))
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("nested deeper than \(Self.maximumDepth)") }
        position += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        depth -= 1
        return value
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let text = word.withUTF8Buffer { Array($0) }
        guard bytes[position...].starts(with: text) else { throw error("no value") }
        position += text.count
        return value
    }

    /// RFC 8259 §6.
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw error("no number")
        }
        return .number(value)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw missing("a digit") }
    }

    // MARK: Texts

    /// RFC 8259 §7. Half a surrogate pair becomes U+FFFD.
    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return TextDecoding.decode(text)
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                throw error("a control character or line end inside a text")
            case _:
                text.append(byte)
                position += 1
            }
        }
        throw error("the text ends inside quotes")
    }

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
            throw error("no escape \\\(shown(letter))")
        }
    }

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
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    // MARK: Errors

    private func missing(_ what: String) -> JSONError {
        error(peek.map { "\(what) is expected, not \(shown($0))," } ?? "the text ends where \(what) is expected")
    }

    private func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Unicode.Scalar(byte))'" : "byte 0x" + String(byte, radix: 16, uppercase: true)
    }

    private func error(_ reason: String) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == 0x0A } + 1
        let column = position - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return JSONError(reason: reason, offset: position, line: line, column: column)
    }
}
