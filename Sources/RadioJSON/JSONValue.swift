/// A value of a JSON text (RFC 8259).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// An object. If a name occurs twice, the last value is kept.
    case object([String: JSONValue])

    /// The kind in words, for error messages.
    package var kindName: String {
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

    /// Returns the member of an object, or nil if there is no such member or the value is not an object.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var number: Double? {
        if case .number(let value) = self { value } else { nil }
    }
}

extension JSONValue {
    /// The value as JSON on one line (RFC 8259), with members sorted by name.
    ///
    /// Whole numbers in the range of `Int64` are exact. Other numbers have at most six digits after the point, and
    /// become null if they are not finite or if their absolute value is 9·10¹² or more.
    package var text: String { node.text() }

    /// The value as a ``JSONNode``, with members sorted by name.
    package var node: JSONNode {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): Int64(exactly: value).map { .int($0) } ?? .number(value)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.node))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.node) })
        }
    }
}
