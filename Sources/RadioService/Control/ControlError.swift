import Longwave
import RadioJSON

/// Why a request to the shared player is refused: the `error` of JSON-RPC 2.0.
///
/// docs/JSON.md lists the errors.
package struct ControlError: Error, Hashable, Sendable {
    /// The error numbers of JSON-RPC 2.0 §5.1, and one number of Longwave's own.
    package enum Number: Int, Sendable {
        case notJSON = -32700
        case notARequest = -32600
        case unknownMethod = -32601
        case wrongParameters = -32602
        /// The request is valid but cannot be carried out; `kind` says why.
        case refused = 1
    }

    package var number: Number
    /// The error's name, such as `noStation`. Programs can rely on it, because it stays the same in later versions.
    package var kind: String
    /// A sentence for the user that says why the request is refused. The sentence may contain text from servers and
    /// stations.
    package var message: String
    /// Advice for the user, such as a command to try, in separate lines.
    package var hints: [String] = []
    /// The exit code of the `longwave` command whose request was refused.
    package var exitCode: ExitCode

    package init(_ number: Number, kind: String, _ message: String, exitCode: ExitCode = .usage) {
        self.number = number
        self.kind = kind
        self.message = message
        self.exitCode = exitCode
    }

    package init(_ error: RadioError) {
        self.init(.refused, kind: error.code, error.sentence, exitCode: ExitCode(error))
        hints = error.hints
    }

    package init(_ error: SeekError) {
        self.init(.refused, kind: "cannotSeek", error.sentence, exitCode: .unavailable)
    }

    package init(_ error: AudioOutputError) { self.init(RadioError.playback(.output(error))) }

    package init(_ error: RecordingError) {
        self.init(.refused, kind: error.code, error.sentence, exitCode: .unavailable)
    }

    static func wrongParameters(_ message: String) -> ControlError {
        ControlError(.wrongParameters, kind: "wrongParameters", message)
    }

    static let gone = ControlError(
        .refused, kind: "gone", "The shared player has ended.", exitCode: .unavailable)
    static let nothingPlays = ControlError(
        .refused, kind: "nothingPlays", "Nothing is playing.", exitCode: .unavailable)
    static let queueFull = ControlError(
        .refused, kind: "queueFull", "The queue is full.", exitCode: .unavailable)
    static let noSuchDevice = ControlError(
        .refused, kind: "noSuchDevice", "The sound server has no such device.", exitCode: .unavailable)
    static let noSuchEntry = ControlError(
        .refused, kind: "noSuchEntry", "This place is not in the queue.", exitCode: .notPlayable)
}

extension ControlError {
    var json: JSONNode {
        .members([
            "code": .int(Int64(number.rawValue)), "message": .string(message),
            "data": .members([
                "kind": .string(kind), "hints": .array(hints.map { .string($0) }),
                "exitCode": .int(Int64(exitCode.rawValue)),
            ]),
        ])
    }

    /// Reads an error from the JSON that ``json`` produces.
    init(_ value: JSONValue) {
        let data = value["data"] ?? .null
        self.init(
            value["code"]?.number.flatMap { Int(exactly: $0) }.flatMap { Number(rawValue: $0) } ?? .refused,
            kind: data["kind"]?.string ?? "", value["message"]?.string ?? "The player refused without a reason.",
            exitCode: data["exitCode"]?.number.flatMap { Int32(exactly: $0) }.flatMap { ExitCode(rawValue: $0) }
                ?? .unavailable)
        if case .array(let lines)? = data["hints"] { hints = lines.compactMap(\.string) }
    }
}
