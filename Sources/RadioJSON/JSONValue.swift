/// A value that was read from a JSON text (RFC 8259), with all values inside it.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// A JSON object, by the names of its members. If a name occurs twice in the text, the last value is taken.
    case object([String: JSONValue])

    /// The name of the value's kind with its article, such as `a list`, for error messages.
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

    /// Returns the value of the member with this name. Returns nil if there is no such member, or if this value is not
    /// an object.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value if it is a number. It is finite, but can have any size: see ``integer`` and ``seconds``.
    package var number: Double? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The largest absolute value of ``integer``: 2⁵³. Up to this value, every integer is exact as a JSON number
    /// (RFC 7493 §2.2).
    package static let largestInteger = 1 << 53

    /// The value if it is a whole number from −2⁵³ to 2⁵³.
    package var integer: Int? {
        guard let whole = number.flatMap({ Int(exactly: $0) }), whole.magnitude <= Self.largestInteger else {
            return nil
        }
        return whole
    }

    /// The value if it is a number, as a duration in seconds: at most 31,700 years.
    package var seconds: Duration? { number.map { .nearest(seconds: $0) } }
}

extension JSONValue {
    /// The value as JSON text on one line (RFC 8259), with the members of each object sorted by name.
    ///
    /// Whole numbers in the range of `Int64` are exact. Other numbers have at most six digits after the point, and
    /// become null if they are not finite or if their absolute value is 9·10¹² or more.
    package var text: String { node.text() }

    /// The value as a ``JSONNode``, with the members of each object sorted by name.
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
