import Longwave
import RadioJSON

/// Errors as the `error` of JSON-RPC 2.0 (docs/JSON.md lists the errors).
extension PlayerCommandError {
    static func notARequest(_ code: String, _ sentence: String) -> PlayerCommandError {
        PlayerCommandError(code, sentence, exitCode: .usage)
    }

    static func unusableTape(_ reason: String) -> PlayerCommandError {
        PlayerCommandError("unusableTape", "The kept sound cannot be taken over: \(reason).")
    }

    static let gone = PlayerCommandError("gone", "The shared player has ended.")
    static let silent = PlayerCommandError("silent", "The shared player does not answer.")
    static let unreadable = PlayerCommandError(
        "unreadable", "The program at the shared player's socket does not answer as a shared player.")

    /// The error number of JSON-RPC 2.0 §5.1; 1 for a valid request that cannot be carried out.
    private var number: Int64 {
        switch code {
        case "notJSON": -32700
        case "notARequest", "tooLong": -32600
        case "unknownMethod": -32601
        case "wrongParameters": -32602
        default: 1
        }
    }

    var json: JSONNode {
        .members([
            "code": .int(number), "message": .string(sentence),
            "data": .members([
                "kind": .string(code), "hints": .array(hints.map { .string($0) }),
                "exitCode": .int(Int64(exitCode.rawValue)),
            ]),
        ])
    }

    /// Reads an error from the JSON that ``json`` produces.
    init(_ value: JSONValue) {
        let data = value["data"] ?? .null
        self.init(
            data["kind"]?.string ?? "", value["message"]?.string ?? "The player refused without a reason.",
            exitCode: data["exitCode"]?.integer.flatMap { Int32(exactly: $0) }.flatMap { ExitCode(rawValue: $0) }
                ?? .unavailable)
        if case .array(let lines)? = data["hints"] { hints = lines.compactMap(\.string) }
    }
}
