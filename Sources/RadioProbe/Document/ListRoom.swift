import RadioJSON

/// Limits the size of the JSON arrays in a report about an HLS playlist.
///
/// All arrays of a report share one limit. Without a limit, a small playlist could fill all memory, because the report
/// repeats a key or init section with each segment that uses it. If an array does not fit, its last elements are
/// omitted, and the report states their number.
struct ListRoom {
    /// The limit in bytes of JSON text: 2 MiB, enough for some thousands of segments.
    static let maximum = 2 << 20

    private var left = Self.maximum
    /// The number of omitted elements of each array that does not fit, by the name of the array's member.
    private(set) var omitted: [JSONNode.Member] = []

    /// Returns the JSON of as many of the first values as still fit into the limit. Adds the number of omitted values
    /// to ``omitted``.
    mutating func list(_ name: String, _ values: [some Fact]) -> JSONNode { .array(fitting(name, values)) }

    /// Does the same as ``list(_:_:)`` with the values of a dictionary, sorted by their names.
    mutating func object(_ name: String, _ values: [String: String]) -> JSONNode {
        let nodes = fitting(name, values.sorted { $0.key < $1.key }.map { JSONNode.of([$0.key: $0.value]) })
        return .object(
            nodes.flatMap { node -> [JSONNode.Member] in
                guard case .object(let members) = node else { return [] }
                return members
            })
    }

    private mutating func fitting(_ name: String, _ values: [some Fact]) -> [JSONNode] {
        var nodes: [JSONNode] = []
        for value in values {
            let next = value.node
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
