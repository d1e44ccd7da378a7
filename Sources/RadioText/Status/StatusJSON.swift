import RadioFormats

/// Reads a server's status page in JSON. For each object in it, calls back with the object's own texts and numbers.
///
/// Servers break RFC 8259. Icecast up to 2.4 writes a title of `-` or ` - ` without quotes, and writes one closing
/// brace too many if there are no sources. Other servers do not escape quotes and line ends in texts. The reader
/// accepts all of these faults. It refuses a page that is cut off, is no JSON object, or is nested too deep.
struct StatusJSON {
    static let maximumDepth = 16
    /// Maximum number of members of one object that are passed to the callback. Further members are left out.
    static let maximumMembers = 64
    static let maximumObjects = 4096

    /// A member of a JSON object, if its name is among the wanted names.
    struct Member {
        var field: MountStatus.Field
        /// The member's bytes on the page, from the name's first quote to the value's end.
        var raw: ArraySlice<UInt8>
        var value: [UInt8] { field.value }
    }

    /// The wanted members of one object.
    struct Object {
        var members: [Member] = []

        func member(_ name: String) -> Member? { members.first { $0.field.name == name } }
        /// Returns a member as text, decoded and cleaned, or nil if it is missing or empty.
        subscript(name: String) -> String? {
            guard let value = member(name)?.value, !value.isEmpty else { return nil }
            return PlainText.clean(TextDecoding.decode(value))
        }
    }

    private let bytes: [UInt8]
    private let wanted: [(name: String, bytes: [UInt8])]
    private var at = 0
    private var objects = 0
    /// The wanted names that members of the outermost object, or of objects directly inside it, have.
    private(set) var names: Set<String> = []

    /// Creates a reader.
    /// - Parameter wanted: The names of the members that the callback receives. Other members are skipped.
    init(_ bytes: [UInt8], wanted: [String]) {
        self.bytes = bytes
        self.wanted = wanted.map { ($0, Array($0.utf8)) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Returns a JSON object with these members, with the bytes that they have on the page.
    static func raw(_ members: [Member]) -> [UInt8] {
        guard !members.isEmpty else { return [] }
        return [UInt8(ascii: "{")] + members.map(\.raw).joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// Reads the page and calls `body` for each object when the object ends. Returns false if the page is not a JSON
    /// object, or is cut off.
    mutating func read(_ body: (Object) -> Void) -> Bool {
        skipBlanks()
        guard peek == UInt8(ascii: "{") else { return false }
        return object(0, body)
    }

    /// Reads an object. Calls `body` for each object inside it, and then for the object itself. Returns false if the
    /// page cannot be read further.
    private mutating func object(_ depth: Int, _ body: (Object) -> Void) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        at += 1
        var object = Object()
        while true {
            skipBlanks()
            if take(UInt8(ascii: ",")) { continue }
            if take(UInt8(ascii: "}")) { break }
            let start = at
            guard peek == UInt8(ascii: "\""), let name = string(isName: true) else { return false }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { return false }
            let known = wanted.first { $0.bytes.count == name.count && bytes[name].elementsEqual($0.bytes) }?.name
            if depth < 2, let known { names.insert(known) }
            guard let found = value(depth, body) else { return false }
            guard let known, let value = text(of: found), object.members.count < Self.maximumMembers else { continue }
            object.members.append(
                Member(field: MountStatus.Field(name: known, value: value), raw: bytes[start..<at]))
        }
        objects += 1
        if objects <= Self.maximumObjects { body(object) }
        return true
    }

    /// A value, as a range of bytes on the page.
    private enum Value {
        /// A text, without its quotes.
        case text(Range<Int>)
        case bare(Range<Int>)
        case other
    }

    private func text(of value: Value) -> [UInt8]? {
        switch value {
        case .text(let range): unescaped(range)
        case .bare(let range): Array(bytes[range].prefix(StatusPage.maximumValue))
        case .other: nil
        }
    }

    /// Reads a value. Returns nil if the page ends inside the value or cannot be read further.
    private mutating func value(_ depth: Int, _ body: (Object) -> Void) -> Value? {
        skipBlanks()
        switch peek {
        case nil: return nil
        case UInt8(ascii: "{")?: return object(depth + 1, body) ? .other : nil
        case UInt8(ascii: "[")?: return array(depth + 1, body) ? .other : nil
        case UInt8(ascii: "\"")?: return string(isName: false).map { .text($0) }
        case _?: break
        }
        let start = at
        while let byte = peek, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
            at += 1
        }
        guard at < bytes.count else { return nil }
        var end = at
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        at = end
        return bytes[start..<end].elementsEqual("null".utf8) ? .other : .bare(start..<end)
    }

    /// Reads the values of an array. Returns false if the page cannot be read further.
    private mutating func array(_ depth: Int, _ body: (Object) -> Void) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        at += 1
        while true {
            skipBlanks()
            if take(UInt8(ascii: ",")) { continue }
            if take(UInt8(ascii: "]")) { return true }
            // A closing brace cannot begin a value. `value(_:_:)` would not move past it, and the loop would never end.
            guard peek != UInt8(ascii: "}"), value(depth, body) != nil else { return false }
        }
    }

    /// Reads a text in quotes. Returns the range between the quotes, or nil if there is no closing quote.
    ///
    /// A quote ends the text only if the next character is one that may follow a text, because some servers do not
    /// escape quotes within a text.
    private mutating func string(isName: Bool) -> Range<Int>? {
        at += 1
        let start = at
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\\") {
                at += 1
            } else if byte == UInt8(ascii: "\""), isEnd(isName) {
                return start..<at - 1
            }
        }
        return nil
    }

    /// Returns the bytes of a text with its escapes decoded.
    private func unescaped(_ range: Range<Int>) -> [UInt8] {
        var rest = bytes[range]
        guard rest.contains(UInt8(ascii: "\\")) else { return Array(rest.prefix(StatusPage.maximumValue)) }
        var text: [UInt8] = []
        while let byte = rest.popFirst(), text.count < StatusPage.maximumValue {
            if byte == UInt8(ascii: "\\"), let escape = rest.popFirst() {
                append(escape, &rest, to: &text)
            } else {
                text.append(byte)
            }
        }
        return text
    }

    /// Returns true if the quote right before the offset `at` ends the name or text that is being read.
    private func isEnd(_ isName: Bool) -> Bool {
        var next = at
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count else { return true }
        if isName { return bytes[next] == UInt8(ascii: ":") }
        guard bytes[next] == UInt8(ascii: ",") else {
            return bytes[next] == UInt8(ascii: "}") || bytes[next] == UInt8(ascii: "]")
        }
        // A comma after the quote ends the text only if another quote follows, which begins the next member's name. In
        // `"Say "Hi", Bob"` no quote follows the comma.
        next += 1
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        return next == bytes.count || bytes[next] == UInt8(ascii: "\"")
    }

    /// Appends the character of an escape (RFC 8259 §7). Anything that is no escape stays unchanged.
    private func append(_ escape: UInt8, _ rest: inout ArraySlice<UInt8>, to text: inout [UInt8]) {
        switch escape {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
            text.append(0x20)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "u"):
            guard let unit = Self.hexadecimal(rest.prefix(4)) else { return text += [UInt8(ascii: "\\"), escape] }
            rest = rest.dropFirst(4)
            var scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
            if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8),
                let second = Self.hexadecimal(rest.dropFirst(2).prefix(4)), UTF16.isTrailSurrogate(second)
            {
                rest = rest.dropFirst(6)
                scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))) ?? scalar
            }
            text += String(scalar).utf8
        case _: text += [UInt8(ascii: "\\"), escape]
        }
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
        digits.count == 4 ? Ascii.hexadecimal(digits).map { UInt16($0) } : nil
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipBlanks() {
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    }
}
