/// A JSON value that the program writes as text (RFC 8259), with all values inside it.
///
/// Longwave has its own writer, because using the JSON encoder of FoundationEssentials costs 3 MB of memory in every
/// run of the program.
package indirect enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    /// A number. It is written with at most six digits after the decimal point.
    ///
    /// A number that is not finite, or whose absolute value is 9·10¹² or more, is written as null.
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// An object. Its members are written in the order of the array.
    case object([Member])

    /// A member of a JSON object: a name with a value.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONNode

        package init(name: String, value: JSONNode) {
            self.name = name
            self.value = value
        }
    }

    /// Returns a JSON object with these members, in this order.
    package static func members(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// Returns `text` as a JSON string, or JSON null if `text` is nil.
    package static func optional(_ text: String?) -> JSONNode { text.map { .string($0) } ?? .null }
    /// Returns `number` as a JSON number, or JSON null if `number` is nil.
    package static func optional(_ number: Int?) -> JSONNode { number.map { .int(Int64($0)) } ?? .null }
    /// Returns a duration as a JSON number of seconds.
    package static func seconds(_ duration: Duration) -> JSONNode { .number(duration / .seconds(1)) }

    /// Returns the value as JSON text on one line, without a line end.
    ///
    /// - Parameter isASCII: whether characters beyond ASCII are escaped, so that the text can be printed in any
    ///   charset.
    package func text(isASCII: Bool = false) -> String {
        var result = ""
        write(into: &result, isASCII)
        return result
    }

    /// Appends the value to `text` as JSON on one line.
    private func write(into text: inout String, _ isASCII: Bool) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        case .number(let value): text += Self.number(value)
        case .string(let value): Self.quote(value, into: &text, isASCII)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(into: &text, isASCII)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.quote(member.name, into: &text, isASCII)
                text += ":"
                member.value.write(into: &text, isASCII)
            }
            text += "}"
        }
    }

    /// Returns the text of a number with at most six digits after the decimal point, or `null` if it is not finite or
    /// too large.
    private static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 9e12 else { return "null" }
        let millionths = Int64((value * 1e6).rounded())
        var text = String(millionths.magnitude / 1_000_000)
        if millionths < 0 { text = "-" + text }
        let fraction = millionths.magnitude % 1_000_000
        guard fraction > 0 else { return text }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return text + "." + digits
    }

    /// Appends a string to `text` in quotes. Characters that JSON does not allow in strings, or that a terminal would
    /// obey, are escaped. If `isASCII` is true, all characters beyond ASCII are escaped, too.
    private static func quote(_ value: String, into text: inout String, _ isASCII: Bool) {
        text += "\""
        defer { text += "\"" }
        // Most strings need no escapes, so they are appended at once.
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            // JSON allows DEL, C1 controls, line separators and direction marks in strings. They are escaped all the
            // same, because a terminal that shows the JSON would obey them.
            case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: escape(UInt16(scalar.value), into: &text)
            case 0x20...0x7E: text.unicodeScalars.append(scalar)
            case _:
                if isASCII {
                    for unit in UTF16.encode(scalar)! { escape(unit, into: &text) }
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
    }

    private static func escape(_ unit: UInt16, into text: inout String) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
