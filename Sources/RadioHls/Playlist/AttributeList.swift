import RadioFormats

/// The attributes of a tag (RFC 8216 §4.2): pairs of `NAME=value`, separated by commas. Quoted values may contain
/// commas.
struct AttributeList {
    /// The largest number of attributes of one tag. Further attributes are ignored, with a warning.
    static let maximumAttributes = 128

    /// The value of an attribute.
    struct Value {
        /// The text without quotes, with variables replaced.
        var text: String
        var isQuoted: Bool
    }

    private(set) var values: [String: Value] = [:]
    private let tag: String

    /// Parses the text after a tag's colon, and replaces variables in values. Ignores blanks around names and values.
    init(
        _ text: String, tag: String, variables: inout VariableScope, notes: inout PlaylistNotes
    ) throws(HlsPlaylistError) {
        self.tag = tag
        var rest = text.utf8[...]
        var count = 0
        while true {
            rest = rest.drop { Ascii.isBlank($0) || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            count += 1
            guard count <= Self.maximumAttributes else {
                notes.warn("\(tag): more than \(Self.maximumAttributes) attributes: the rest is ignored.")
                break
            }
            let nameEnd = rest.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") } ?? rest.endIndex
            let name = Substring(rest[..<nameEnd]).trimmingBlanks
            rest = rest[nameEnd...]
            guard rest.first == UInt8(ascii: "=") else {
                notes.warn("\(tag): \(Self.shown(name)) has no value: ignored.")
                continue
            }
            rest = rest.dropFirst().drop(while: Ascii.isBlank)
            let (value, isQuoted, isClosed) = Self.value(&rest)
            if !isClosed { notes.warn("\(tag): the quoted value of \(Self.shown(name)) does not end.") }
            if values[name] != nil { notes.warn("\(tag): \(Self.shown(name)) occurs twice: the last one is used.") }
            values[name] = Value(text: try variables.replace(in: value, notes), isQuoted: isQuoted)
        }
    }

    /// Removes a value from the beginning of `rest`. Returns the value without quotes, and whether it was quoted.
    /// `isClosed` is false if the closing quote is missing.
    private static func value(_ rest: inout Substring.UTF8View) -> (text: String, isQuoted: Bool, isClosed: Bool) {
        let quote = UInt8(ascii: "\"")
        let comma = UInt8(ascii: ",")
        guard rest.first == quote else {
            let text = rest.prefix { $0 != comma }
            rest = rest[text.endIndex...]
            return (Substring(text).trimmingBlanks, false, true)
        }
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: quote) else {
            rest = inside[inside.endIndex...]
            return (String(Substring(inside)), true, false)
        }
        // Text between the closing quote and the comma is ignored.
        rest = inside[inside.index(after: end)...].drop { $0 != comma }
        return (String(Substring(inside[..<end])), true, true)
    }

    var names: [String] { values.keys.sorted() }

    subscript(name: String) -> Value? { values[name] }

    /// Returns an attribute's text, which may be quoted in the playlist or not; nil if the attribute is missing.
    func text(_ name: String) -> String? { values[name]?.text }

    /// Returns an attribute's text; nil if the attribute is missing or empty.
    func filled(_ name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns whether an attribute is YES; false if it is missing. A word other than YES and NO counts as NO, with a
    /// warning.
    func flag(_ name: String, _ notes: inout PlaylistNotes) -> Bool {
        switch text(name) {
        case "YES": return true
        case "NO", nil: return false
        case let other?:
            notes.warn("\(tag): \(name) is \(Self.shown(other)), not YES or NO: read as NO.")
            return false
        }
    }

    /// Returns an attribute's decimal integer, which is not negative; nil if it is missing or, with a warning, not such
    /// a number.
    func integer(_ name: String, _ notes: inout PlaylistNotes) -> Int64? {
        number(name, "a whole number", &notes) { PlaylistNumber.integer($0).flatMap { $0 < 0 ? nil : $0 } }
    }

    /// Like ``integer(_:_:)``, but the integer must also fit into an Int32, so that sums of such values do not
    /// overflow.
    func small(_ name: String, _ notes: inout PlaylistNotes) -> Int? {
        number(name, "a whole number", &notes) { text in
            PlaylistNumber.integer(text).flatMap { (0...Int64(Int32.max)).contains($0) ? Int($0) : nil }
        }
    }

    func decimal(_ name: String, _ notes: inout PlaylistNotes) -> Double? {
        number(name, "a number", &notes) { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Returns an attribute's number of seconds, which is not negative; nil if it is missing or, with a warning, not
    /// such a number.
    func duration(_ name: String, _ notes: inout PlaylistNotes) -> MediaTime? {
        number(name, "a time in seconds", &notes) { PlaylistNumber.seconds($0).flatMap { $0 < .zero ? nil : $0 } }
    }

    func date(_ name: String, _ notes: inout PlaylistNotes) -> MediaTime? {
        let date: ISODate? = number(name, "a date", &notes) { ISODate($0) }
        if date?.isZoneMissing == true { notes.warn("\(tag): \(name) has no time zone: read as UTC.") }
        return date?.time
    }

    func bytes(_ name: String, _ notes: inout PlaylistNotes) -> [UInt8]? {
        number(name, "hexadecimal", &notes) { PlaylistNumber.bytes($0) }
    }

    private func number<Number>(
        _ name: String, _ kind: String, _ notes: inout PlaylistNotes, _ read: (String) -> Number?
    ) -> Number? {
        guard let text = text(name) else { return nil }
        let number = read(text.trimmingBlanks)
        if number == nil { notes.warn("\(tag): \(name) is \(Self.shown(text)), not \(kind): ignored.") }
        return number
    }

    /// Returns a text from the playlist for use in a message, quoted and cut to 40 characters.
    static func shown(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(40)
        return "“" + String(String.UnicodeScalarView(start)) + (start.endIndex == text.endIndex ? "”" : "…”")
    }
}
