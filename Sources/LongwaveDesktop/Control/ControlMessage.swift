import Longwave
import RadioJSON

/// A client's request: one line of JSON-RPC 2.0.
package struct ControlRequest {
    /// The id that the response repeats; nil if the client wants no response.
    package var id: JSONNode?
    package var command: Result<ControlCommand, PlayerCommandError>
    /// The part of the queue that the response contains, if the response is the queue.
    var window = ControlCommand.QueueWindow()

    /// Reads a request from a line.
    ///
    /// If the line is not a valid request, ``command`` is an error. If such a line has no id, ``id`` is JSON's null.
    package init(line: [UInt8]) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line) } catch {
            let refusal = PlayerCommandError.notARequest("notJSON", "This is not valid JSON: \(error).")
            self.init(id: .null, command: .failure(refusal))
            return
        }
        let id: JSONNode? =
            switch value["id"] {
            case .string(let text)?: .string(text)
            case .number(let number)?: Int64(exactly: number).map { .int($0) } ?? .number(number)
            case nil: nil
            default: .null
            }
        guard let method = value["method"]?.string, value["jsonrpc"]?.string == "2.0" else {
            let error = PlayerCommandError.notARequest("notARequest", "This is not a JSON-RPC 2.0 request.")
            self.init(id: id ?? .null, command: .failure(error))
            return
        }
        do throws(PlayerCommandError) {
            let (command, window) = try ControlCommand.read(method, value["params"] ?? .null)
            self.init(id: id, command: .success(command))
            self.window = window
        } catch { self.init(id: id, command: .failure(error)) }
    }

    private init(id: JSONNode?, command: Result<ControlCommand, PlayerCommandError>) {
        self.id = id
        self.command = command
    }
}

/// Makes the lines that clients and the shared player send to each other.
package enum ControlLine {
    static func request(_ method: String, _ params: JSONNode, id: Int) -> String {
        text(["id": .int(Int64(id)), "method": .string(method), "params": params])
    }

    static func text(_ members: KeyValuePairs<String, JSONNode>) -> String {
        let version = JSONNode.Member(name: "jsonrpc", value: .string("2.0"))
        return JSONNode.object([version] + members.map { .init(name: $0.key, value: $0.value) }).text() + "\n"
    }

    static func answer(_ answer: Result<JSONNode, PlayerCommandError>, to id: JSONNode) -> String {
        switch answer {
        case .success(let value): text(["id": id, "result": value])
        case .failure(let error): text(["id": id, "error": error.json])
        }
    }

    /// Returns the line that notifies a client of an event of the player.
    static func event(_ value: JSONNode) -> String { text(["method": .string("event"), "params": value]) }

    /// Returns the line that notifies a client of the levels of the sound that is heard.
    static func levels(_ levels: AudioLevels) -> String {
        let channels = levels.channels.map { channel in
            JSONNode.members(["average": .number(channel.average), "peak": .number(channel.peak)])
        }
        return text(["method": .string("levels"), "params": .members(["channels": .array(channels)])])
    }

    /// The line that asks a client to pause its own sound, because the shared player is about to be heard.
    static let silence = text(["method": .string("silence")])
}
