/// Walks a server's JSON and hands over each object with the texts and numbers that it has itself.
///
/// Servers break RFC 8259: Icecast up to 2.4 writes a title of `-` or ` - ` without quotes, and closes a brace too many without
/// sources; others leave quotes in texts as they are, and line ends. All of that is read as it was meant. What is not whole is told.
struct StatusJSON {
    static let maximumDepth = 16
    /// Of one object; more are left out.
    static let maximumMembers = 64
    static let maximumObjects = 4096

    struct Member {
        var field: MountStatus.Field
        /// As it stands on the page, from the name's first quote to the value's end.
        var raw: ArraySlice<UInt8>
        var value: [UInt8] { field.value }
    }

    struct Object {
        var members: [Member] = []

        func member(_ name: String) -> Member? { members.first { $0.field.name == name } }
        /// As text, decoded and cleaned; nil where it is missing or empty.
        subscript(name: String) -> String? {
            guard let value = member(name)?.value, !value.isEmpty else { return nil }
            return PlainText.clean(TextDecoding.decode(value))
        }
    }

    private let bytes: [UInt8]
    private var at = 0
    private var objects = 0
    /// Of the objects at the two outermost levels.
    private(set) var names: Set<String> = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Members as an object of their own.
    static func raw(_ members: [Member]) -> [UInt8] {
        guard !members.isEmpty else { return [] }
        return [UInt8(ascii: "{")] + members.map(\.raw).joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// Calls `body` for each object when it ends. False where the text is no object, or only its beginning.
    mutating func read(_ body: (Object) -> Void) -> Bool {
        skipBlanks()
        guard peek == UInt8(ascii: "{") else { return false }
        return object(0, body)
    }

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
            let text = String(decoding: name, as: UTF8.self)
            if depth < 2, names.count < Self.maximumMembers { names.insert(text) }
            guard let found = value(depth, body) else { return false }
            guard let value = found.scalar, object.members.count < Self.maximumMembers else { continue }
            object.members.append(
                Member(field: MountStatus.Field(name: text, value: value), raw: bytes[start..<at]))
        }
        objects += 1
        if objects <= Self.maximumObjects { body(object) }
        return true
    }

    private enum Value {
        case scalar([UInt8])
        case other

        var scalar: [UInt8]? { if case .scalar(let bytes) = self { bytes } else { nil } }
    }

    /// Nil where the text ends or cannot be read on.
    private mutating func value(_ depth: Int, _ body: (Object) -> Void) -> Value? {
        skipBlanks()
        switch peek {
        case nil: return nil
        case UInt8(ascii: "{")?: return object(depth + 1, body) ? .other : nil
        case UInt8(ascii: "[")?: return array(depth + 1, body) ? .other : nil
        case UInt8(ascii: "\"")?: return string(isName: false).map { .scalar($0) }
        case _?: break
        }
        let start = at
        while let byte = peek, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
            at += 1
        }
        guard at < bytes.count else { return nil }
        var word = bytes[start..<at]
        while let last = word.last, last <= 0x20 { word = word.dropLast() }
        at = word.endIndex
        defer { skipBlanks() }
        return word.elementsEqual("null".utf8) ? .other : .scalar(Array(word.prefix(StatusPage.maximumValue)))
    }

    private mutating func array(_ depth: Int, _ body: (Object) -> Void) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        at += 1
        while true {
            skipBlanks()
            if take(UInt8(ascii: ",")) { continue }
            if take(UInt8(ascii: "]")) { return true }
            // No value begins so, and nothing would be read.
            guard peek != UInt8(ascii: "}"), value(depth, body) != nil else { return false }
        }
    }

    /// A text's bytes, escapes undone and the rest as it is; nil where it does not end. A quote that nothing follows which could
    /// follow a text is a part of it.
    private mutating func string(isName: Bool) -> [UInt8]? {
        at += 1
        var text: [UInt8] = []
        while let byte = peek {
            at += 1
            switch byte {
            case UInt8(ascii: "\"") where isEnd(isName): return Array(text.prefix(StatusPage.maximumValue))
            case UInt8(ascii: "\\"):
                guard let escape = peek else { return nil }
                at += 1
                append(escape, to: &text)
            case _: if text.count <= StatusPage.maximumValue { text.append(byte) }
            }
        }
        return nil
    }

    private func isEnd(_ isName: Bool) -> Bool {
        var next = at
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count else { return true }
        if isName { return bytes[next] == UInt8(ascii: ":") }
        guard bytes[next] == UInt8(ascii: ",") else {
            return bytes[next] == UInt8(ascii: "}") || bytes[next] == UInt8(ascii: "]")
        }
        // `"Say "Hi", Bob"`: behind a comma that counts stands the next name.
        next += 1
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        return next == bytes.count || bytes[next] == UInt8(ascii: "\"")
    }

    /// RFC 8259 §7; what is no escape stays.
    private mutating func append(_ escape: UInt8, to text: inout [UInt8]) {
        guard text.count <= StatusPage.maximumValue else { return }
        switch escape {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
            text.append(0x20)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal(at) else { return text += [UInt8(ascii: "\\"), escape] }
            at += 4
            var scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
            if UTF16.isLeadSurrogate(unit), at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
                bytes[at + 1] == UInt8(ascii: "u"), let second = hexadecimal(at + 2), UTF16.isTrailSurrogate(second)
            {
                at += 6
                scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))) ?? scalar
            }
            text += String(scalar).utf8
        case _: text += [UInt8(ascii: "\\"), escape]
        }
    }

    private func hexadecimal(_ start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else { return nil }
        return UInt16(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
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
