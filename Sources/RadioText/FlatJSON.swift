/// Names and values of a small JSON object (RFC 8259) and of those within it, in their order. The playlists' reader is another
/// room's; this one keeps nothing but texts and numbers.
struct FlatJSON {
    static let maximumDepth = 6

    private let bytes: [UInt8]
    private var at = 0
    private var fields: [(String, String)] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Nil where the text is no object, or has more than one.
    mutating func object() -> [(String, String)]? {
        skipBlanks()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{"), value(named: "", depth: 0) else { return nil }
        skipBlanks()
        return at == bytes.count ? fields : nil
    }

    /// False where it is no value.
    private mutating func value(named name: String, depth: Int) -> Bool {
        skipBlanks()
        guard at < bytes.count, depth <= Self.maximumDepth else { return false }
        switch bytes[at] {
        case UInt8(ascii: "{"): return members(of: name, depth)
        case UInt8(ascii: "["): return elements(name, depth)
        case UInt8(ascii: "\""):
            guard let text = string() else { return false }
            add(name, text)
            return true
        case _:
            let start = at
            while at < bytes.count, !" \t\r\n,]}".utf8.contains(bytes[at]) { at += 1 }
            let word = String(decoding: bytes[start..<at], as: UTF8.self)
            guard ["true", "false", "null"].contains(word) || Double(word) != nil else { return false }
            if word != "null" { add(name, word) }
            return true
        }
    }

    private mutating func add(_ name: String, _ text: String) {
        if !name.isEmpty, fields.count < NamedFields.maximumFields { fields.append((name, text)) }
    }

    /// `"artist":{"name":"Yazoo"}` says who the artist is.
    private mutating func members(of object: String, _ depth: Int) -> Bool {
        at += 1
        skipBlanks()
        if take(UInt8(ascii: "}")) { return true }
        while true {
            skipBlanks()
            guard var name = string() else { return false }
            if name == "name", !object.isEmpty { name = object }
            skipBlanks()
            guard take(UInt8(ascii: ":")), value(named: name, depth: depth + 1) else { return false }
            skipBlanks()
            if take(UInt8(ascii: "}")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func elements(_ name: String, _ depth: Int) -> Bool {
        at += 1
        skipBlanks()
        if take(UInt8(ascii: "]")) { return true }
        while true {
            guard value(named: name, depth: depth + 1) else { return false }
            skipBlanks()
            if take(UInt8(ascii: "]")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var units: [UInt8] = []
        var wide: [UInt16] = []
        func flush() {
            units += String(decoding: wide, as: UTF16.self).utf8
            wide = []
        }
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") {
                flush()
                return String(decoding: units, as: UTF8.self)
            }
            guard byte == UInt8(ascii: "\\") else {
                if !wide.isEmpty { flush() }
                units.append(byte)
                continue
            }
            guard at < bytes.count else { return nil }
            let escape = bytes[at]
            at += 1
            if escape == UInt8(ascii: "u") {
                guard at + 4 <= bytes.count,
                    let unit = UInt16(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
                else {
                    return nil
                }
                wide.append(unit)
                at += 4
                continue
            }
            if !wide.isEmpty { flush() }
            switch escape {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
                units.append(0x20)
            case _: units.append(escape)
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipBlanks() {
        while at < bytes.count, " \t\r\n".utf8.contains(bytes[at]) { at += 1 }
    }
}
