import RadioJSON

/// The lists of a playlist have room for so much text in a report, all together: of what does not fit, it says how
/// many. A key or an init section
/// stands with each of its segments, so that a small playlist could fill any memory.
struct ListRoom {
    /// Bytes of JSON: some thousands of segments.
    static let maximum = 2 << 20

    private var left = Self.maximum
    /// By the lists' names; those of which nothing is left out are not in it.
    private(set) var omitted: [JSONNode.Member] = []

    mutating func list<Value>(_ name: String, _ values: [Value], _ node: (Value) -> JSONNode) -> JSONNode {
        .array(fitting(name, values, node))
    }

    mutating func object<Value>(
        _ name: String, _ values: [Value], _ member: (Value) -> JSONNode.Member
    ) -> JSONNode {
        let nodes = fitting(name, values) { JSONNode.object([member($0)]) }
        return .object(
            nodes.flatMap { node -> [JSONNode.Member] in
                guard case .object(let members) = node else { return [] }
                return members
            })
    }

    private mutating func fitting<Value>(
        _ name: String, _ values: [Value], _ node: (Value) -> JSONNode
    ) -> [JSONNode] {
        var nodes: [JSONNode] = []
        for value in values {
            let next = node(value)
            left -= next.text().utf8.count
            guard left >= 0 else {
                omitted.append(.init(name: name, value: .int(Int64(values.count - nodes.count))))
                break
            }
            nodes.append(next)
        }
        return nodes
    }
}
