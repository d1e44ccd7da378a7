import RadioJSON

@testable import RadioWeb

/// Compares values with the schemas of the OpenAPI document. Members that a schema does not name are errors, too, so
/// that the document stays complete.
struct SchemaCheck {
    private static let document = (try? JSONReader.read(Array(OpenAPI.document.text().utf8))) ?? .null

    /// Returns what is wrong with a value of this schema; empty if nothing is.
    static func problems(_ value: JSONValue, _ name: String) -> [String] {
        problems(value, document["components"]?["schemas"]?[name] ?? .null, name)
    }

    private static func problems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            return problems(value, document["components"]?["schemas"]?[String(name)] ?? .null, place)
        }
        if case .array(let choices)? = schema["anyOf"] {
            return choices.contains { problems(value, $0, place).isEmpty }
                ? [] : choices.flatMap { problems(value, $0, place) }
        }
        if case .array(let words)? = schema["enum"], !words.contains(value) { return ["\(place) is \(value.text)"] }
        let wrong = ["\(place) is \(value.kindName): \(value.text.prefix(80))"]
        switch (schema["type"]?.string, value) {
        case (nil, _), ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string): return []
        case ("integer", .number): return value.integer == nil ? wrong : []
        case ("array", .array(let values)):
            return values.flatMap { problems($0, schema["items"] ?? .null, place + "[]") }
        case ("object", .object(let members)): return problems(members, schema, place)
        default: return wrong
        }
    }

    private static func problems(_ members: [String: JSONValue], _ schema: JSONValue, _ place: String) -> [String] {
        guard case .object(let properties)? = schema["properties"] else { return [] }
        var problems: [String] = []
        if case .array(let required)? = schema["required"] {
            problems += required.compactMap(\.string).filter { members[$0] == nil }.map { "\(place).\($0) is missing" }
        }
        for (name, value) in members {
            guard let property = properties[name] else {
                problems.append("\(place).\(name) is not in the document")
                continue
            }
            problems += Self.problems(value, property, "\(place).\(name)")
        }
        return problems
    }
}
