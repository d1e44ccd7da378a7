extension JSONValue {
    /// The value as JSON on one line (RFC 8259), members sorted by name. Numbers that JSON cannot say become null.
    public var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): Self.text(of: value)
        case .string(let text): Self.quoted(text)
        case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { Self.quoted($0.key) + ":" + $0.value.text }
                .joined(separator: ",") + "}"
        }
    }

    private static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        return Int(exactly: number).map(String.init) ?? String(number)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            case _: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
