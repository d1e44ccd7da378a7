import RadioJSON

/// Limits the size of the lists in a report about a playlist.
///
/// All lists share the limit. Without a limit, a small playlist could fill all memory, because the report repeats a key
/// or init section with each segment that uses it. For a list that does not fit, the report gives the number of omitted
/// elements.
struct ListRoom {
    /// The limit in bytes of JSON. Some thousands of segments fit.
    static let maximum = 2 << 20

    private var left = Self.maximum
    /// The number of omitted elements of each list that does not fit, by the list's name.
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

    /// Returns the nodes that fit into the remaining room, and notes how many are omitted.
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
