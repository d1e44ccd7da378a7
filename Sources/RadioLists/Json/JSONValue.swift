/// A JSON text (RFC 8259) as values.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Of a name that comes twice the last value is kept.
    case object([String: JSONValue])

    /// What kind of value it is, in words.
    public var kindName: String {
        let kind: JSONCursor.Kind =
            switch self {
            case .null: .null
            case .bool: .bool
            case .number: .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
        return kind.name
    }

    /// The member of an object; nil where this is none, or has no such member.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var number: Double? {
        if case .number(let value) = self { value } else { nil }
    }
}
