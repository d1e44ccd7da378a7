import RadioFormats
import RadioJSON

/// A value that knows its form in a document, as JSON.
///
/// What the parsers of sound, playlists and lists find are facts. Together they are the document that `inspect`,
/// `probe` and `check` print. Unknown values are null.
protocol Fact {
    var node: JSONNode { get }
}

/// Facts with their names, in the document's order.
typealias Facts = KeyValuePairs<String, any Fact>

/// A fact that is an object of the document.
protocol FactGroup: Fact {
    var facts: Facts { get }
}

extension FactGroup { var node: JSONNode { .of(facts) } }

extension JSONNode: Fact {
    var node: JSONNode { self }

    static func of(_ facts: Facts) -> JSONNode { .object(facts.map { Member(name: $0.key, value: $0.value.node) }) }

    /// Returns a list of objects, which is empty for nil.
    static func list<Value>(_ values: [Value]?, _ facts: (Value) -> Facts) -> JSONNode {
        .array((values ?? []).map { .of(facts($0)) })
    }

    /// Returns the values of a dictionary, sorted by their names.
    static func sorted<Value>(_ values: [String: Value], _ node: (Value) -> JSONNode) -> JSONNode {
        .object(values.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: node($0.value)) })
    }
}

extension Fact where Self: BinaryInteger { var node: JSONNode { .int(Int64(clamping: self)) } }

extension Int: Fact {}
extension Int64: Fact {}
extension UInt8: Fact {}
extension UInt32: Fact {}

extension Bool: Fact { var node: JSONNode { .bool(self) } }

extension Double: Fact { var node: JSONNode { .number(self) } }

extension String: Fact { var node: JSONNode { .string(self) } }

/// A time or duration in seconds.
extension MediaTime: Fact { var node: JSONNode { .number(seconds) } }

/// A duration in seconds.
extension Duration: Fact { var node: JSONNode { .seconds(self) } }

extension Optional: Fact where Wrapped: Fact { var node: JSONNode { self?.node ?? .null } }

extension Array: Fact where Element: Fact { var node: JSONNode { .array(map(\.node)) } }

extension [UInt8] {
    /// The bytes as hexadecimal digits.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
