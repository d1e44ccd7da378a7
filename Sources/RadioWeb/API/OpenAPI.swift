import Longwave
import RadioJSON

/// The description of the API as an OpenAPI 3.1 document. It is made from ``Route`` and the tables of
/// ``OpenAPITables``, which tests compare with the answers and with docs/JSON.md.
enum OpenAPI {
    static var document: JSONNode {
        let schemas = OpenAPITables.schemas.map { schema in
            JSONNode.Member(name: schema.key, value: object(schema.value))
        }
        return .members([
            "openapi": .string("3.1.0"),
            "info": .members([
                "title": .string("Longwave"), "version": .string("1"),
                "description": .string("The player's state, commands and lists. docs/JSON.md explains the members."),
            ]),
            "security": .array([.members(["token": .array([])]), .members(["cookie": .array([])])]),
            "paths": .object(
                Route.allCases.map { route in
                    let member = JSONNode.Member(name: route.method.lowercased(), value: operation(route))
                    return .init(name: route.rawValue, value: .object([member]))
                }),
            "components": .members([
                "securitySchemes": .members([
                    "token": .members(["type": .string("http"), "scheme": .string("bearer")]),
                    "cookie": .members([
                        "type": .string("apiKey"), "in": .string("cookie"), "name": .string("longwave_PORT"),
                    ]),
                ]),
                "schemas": .object(schemas + [.init(name: "Command", value: commands)]),
            ]),
        ])
    }

    // MARK: Paths

    private static func operation(_ route: Route) -> JSONNode {
        let facts = OpenAPITables.facts(of: route)
        var members: [JSONNode.Member] = [
            .init(name: "operationId", value: .string("\(route)")),
            .init(name: "summary", value: .string(facts.summary)),
        ]
        func add(_ name: String, _ value: JSONNode) { members.append(.init(name: name, value: value)) }
        let inPath = route.rawValue.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            parameter(String(part.dropFirst().dropLast()), in: "path", "string", isRequired: true)
        }
        let parameters =
            inPath + facts.query.pairs.map { parameter($0.key, in: "query", $0.value, isRequired: false) }
            + facts.headers.map { parameter($0, in: "header", "string", isRequired: false) }
        if !parameters.isEmpty { add("parameters", .array(parameters)) }
        if let body = facts.body {
            let content = JSONNode.members(["schema": type(body)])
            add("requestBody", .members(["required": .bool(true), "content": .members(["application/json": content])]))
        }
        if route == .health { add("security", .array([])) }
        let success = response(facts.answer, facts.media)
        var responses = [JSONNode.Member(name: "200", value: success)]
        let always = route == .health ? [] : ["401", "403", "421", "429"]
        for status in facts.others + always {
            let isSuccess = status == "206" || route == .health
            responses.append(.init(name: status, value: isSuccess ? success : response("Error", "application/json")))
        }
        add("responses", .object(responses))
        return .object(members)
    }

    private static func parameter(_ name: String, in place: String, _ kind: String, isRequired: Bool) -> JSONNode {
        .members([
            "name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": type(kind),
        ])
    }

    private static func response(_ schema: String, _ media: String) -> JSONNode {
        .members([
            "description": .string(schema),
            "content": .object([.init(name: media, value: .members(["schema": type(schema)]))]),
        ])
    }

    // MARK: Schemas

    /// Returns the schema of a type in the tables: `string`, `string?` for a value that may be null, `[string]` for a
    /// list, `string-` for a member that may be missing, the name of an object, or `a|b` for one of these words.
    private static func type(_ text: String) -> JSONNode {
        if text.hasSuffix("-") { return type(String(text.dropLast())) }
        if text.hasSuffix("?") {
            return .members(["anyOf": .array([type(String(text.dropLast())), .members(["type": .string("null")])])])
        }
        if text.hasPrefix("[") {
            return .members(["type": .string("array"), "items": type(String(text.dropFirst().dropLast()))])
        }
        if text.contains("|") {
            let words = text.split(separator: "|").map { JSONNode.string(String($0)) }
            return .members(["type": .string("string"), "enum": .array(words)])
        }
        switch text {
        case "string", "number", "integer", "boolean", "object": return .members(["type": .string(text)])
        case "any": return .object([])
        case "time": return .members(["type": .string("string"), "format": .string("date-time")])
        default: return .members(["$ref": .string("#/components/schemas/" + text)])
        }
    }

    private static func object(_ members: OpenAPITables.Members) -> JSONNode {
        .members([
            "type": .string("object"),
            "required": .array(members.pairs.filter { !$0.value.hasSuffix("-") }.map { .string($0.key) }),
            "properties": .object(members.pairs.map { .init(name: $0.key, value: type($0.value)) }),
        ])
    }

    /// The commands, each with its parameters.
    private static var commands: JSONNode {
        .members(["oneOf": .array(OpenAPITables.commands.map { command($0.key, $0.value.pairs) })])
    }

    private static func command(_ method: String, _ parameters: [(key: String, value: String)]) -> JSONNode {
        let params = JSONNode.members([
            "type": .string("object"), "additionalProperties": .bool(false),
            "properties": .object(parameters.map { .init(name: $0.key, value: type($0.value)) }),
        ])
        return .members([
            "type": .string("object"), "required": .array([.string("method")]),
            "properties": .members(["method": .members(["const": .string(method)]), "params": params]),
        ])
    }
}
