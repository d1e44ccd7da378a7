import Longwave
import RadioJSON

/// A player's command in a request: as JSON, or as the fields of a form.
struct CommandRequest {
    let command: PlayerCommand
    /// The page to show after a form; nil for JSON.
    let back: String?

    /// Parameters of commands that are text also if they look like a number.
    private static let texts: Set<String> = [
        "what", "query", "playlist", "programme", "name", "mode", "direction", "at",
    ]

    init(_ request: HTTPRequest) throws(PlayerCommandError) {
        if let form = request.form {
            let fields = Dictionary(form.map { ($0.name, $0.value) }) { _, last in last }
            command = try Self.command(fields["method"] ?? "", Self.parameters(fields))
            back = Self.back(fields)
            return
        }
        command = try Self.read(request.body)
        back = nil
    }

    /// Reads a command as JSON.
    static func read(_ bytes: [UInt8]) throws(PlayerCommandError) -> PlayerCommand {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch {
            throw PlayerCommandError("notJSON", "This is not valid JSON: \(error).")
        }
        guard let method = value["method"]?.string else { throw .wrongParameters("The member method is missing.") }
        return try Self.command(method, value["params"] ?? .null)
    }

    private static func command(_ method: String, _ value: JSONValue) throws(PlayerCommandError) -> PlayerCommand {
        var parameters = try RequestParameters(method, value)
        let command = try PlayerCommand(method, &parameters)
        try parameters.finish()
        return command
    }

    /// The address of the page that the form's field `back` names, which is on this server.
    static func back(_ fields: [String: String]) -> String {
        guard let back = fields["back"], back.hasPrefix("/"), !back.hasPrefix("//"), !back.hasPrefix("/\\"),
            back.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return "/" }
        return back
    }

    private static func parameters(_ fields: [String: String]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (name, value) in fields where !["method", "back"].contains(name) && !value.isEmpty {
            let isText = texts.contains(name) || fields["method"] == "equaliser"
            members[name] =
                switch value {
                case _ where isText: .string(value)
                case "true": .bool(true)
                case "false": .bool(false)
                case _: Double(value).map { $0.isFinite ? .number($0) : .string(value) } ?? .string(value)
                }
        }
        return .object(members)
    }
}
