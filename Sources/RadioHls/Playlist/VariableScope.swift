/// The variables of a playlist (EXT-X-DEFINE, rfc8216bis §4.3 and §4.4.2.3).
struct VariableScope {
    static let maximumVariables = 1000
    static let maximumNameLength = 256

    private(set) var values: [String: String] = [:]
    /// The variables of the multivariant playlist, which EXT-X-DEFINE's IMPORT may copy.
    private let imports: [String: String]
    /// The part of the playlist's URL after the question mark, for EXT-X-DEFINE's QUERYPARAM; nil if there is none.
    private let query: String?
    /// The number of bytes that variables' values may still add to the playlist. Without this limit, a long value that
    /// is used often would fill the memory.
    private var room = M3U8Reader.maximumBytes

    init(imports: [String: String], query: String?) {
        self.imports = imports
        self.query = query
    }

    /// Takes EXT-X-DEFINE, which defines one variable.
    mutating func define(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        if let name = list.text("NAME") {
            guard let value = list.text("VALUE") else {
                throw notes.error(.unreadable, "EXT-X-DEFINE defines \(AttributeList.shown(name)) without a VALUE.")
            }
            try set(name, value, &notes)
        } else if let name = list.text("IMPORT") {
            guard let value = imports[name] else {
                throw notes.error(
                    .undefinedVariable, "The multivariant playlist does not define \(AttributeList.shown(name)).")
            }
            try set(name, value, &notes)
        } else if let name = list.text("QUERYPARAM") {
            guard let value = parameter(name) else {
                throw notes.error(
                    .undefinedVariable, "The playlist's URL has no parameter \(AttributeList.shown(name)).")
            }
            try set(name, value, &notes)
        } else {
            notes.warn("EXT-X-DEFINE without NAME, IMPORT or QUERYPARAM: ignored.")
        }
    }

    /// Sets a variable, unless its name is invalid or already defined.
    private mutating func set(_ name: String, _ value: String, _ notes: inout PlaylistNotes)
        throws(HlsPlaylistError)
    {
        guard !name.isEmpty, name.utf8.count <= Self.maximumNameLength, name.utf8.allSatisfy(Self.isNameByte) else {
            notes.warn("A variable's name contains characters other than letters, digits, - and _: ignored.")
            return
        }
        guard values[name] == nil else {
            notes.warn("\(AttributeList.shown(name)) is defined twice: the first one is used.")
            return
        }
        try notes.require(values.count, below: Self.maximumVariables, "variables")
        // Each variable counts as four entries, because a dictionary sometimes doubles its size when it grows.
        try notes.keep(4 * MemoryLayout<(String, String)>.stride + Footprint.text(name) + Footprint.text(value))
        values[name] = value
    }

    /// Returns the text with each `{$name}` replaced by the variable's value.
    mutating func replace(in text: String, _ notes: borrowing PlaylistNotes) throws(HlsPlaylistError) -> String {
        // Most texts contain no variable and need no copy.
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var result = ""
        var rest = text.utf8[...]
        // The rest of the text, which was not copied to the result yet.
        var left = rest
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            let inside = rest[rest.index(after: open)...]
            let afterName = inside.dropFirst().firstIndex { !Self.isNameByte($0) }
            guard inside.first == UInt8(ascii: "$"), let close = afterName, inside[close] == UInt8(ascii: "}"),
                inside[..<close].count > 1
            else {
                rest = inside
                continue
            }
            let name = String(Substring(inside[..<close].dropFirst()))
            guard let value = values[name] else {
                throw notes.error(.undefinedVariable, "The variable \(AttributeList.shown(name)) is not defined.")
            }
            room -= value.utf8.count
            guard room >= 0 else {
                throw notes.error(.tooLarge, "Variables make it longer than \(M3U8Reader.maximumBytes) bytes.")
            }
            result += Substring(left[..<open])
            result += value
            guard result.utf8.count <= M3U8Reader.maximumLine else { throw notes.longLine() }
            rest = inside[inside.index(after: close)...]
            left = rest
        }
        return result + Substring(left)
    }

    /// Returns the percent-decoded value of a parameter in ``query``; nil if there is no such parameter.
    private func parameter(_ name: String) -> String? {
        for pair in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard Self.percentDecoded(parts[0]) == name else { continue }
            return parts.count > 1 ? Self.percentDecoded(parts[1]) : ""
        }
        return nil
    }

    /// Decodes percent-encoding. An incomplete escape stays as it is.
    private static func percentDecoded(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            let digits = rest.prefix(2).compactMap(PlaylistNumber.hexDigit)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        case _: false
        }
    }
}
