import Longwave
import RadioJSON
import RadioPlayer

/// A client's request to the shared player: `method` and `params` of a JSON-RPC 2.0 request.
///
/// docs/JSON.md describes version 1 of the protocol.
package enum ControlCommand: Hashable, Sendable {
    package static let version = 1

    /// Asks for the versions of the protocol and of the program.
    case hello
    case status
    /// Asks for the player's current state, and for a notification of every later event.
    case subscribe
    case listQueue
    /// Lists the sound server's output devices.
    case listDevices
    /// Begins (true) or ends (false) the notifications of sound levels to this client.
    case levels(Bool)
    /// Silences the shared player while this client plays sound itself, until the client disconnects.
    case claim
    /// Continues the queue of another player from the same item and position, and with its tape if that goes along. The
    /// other player then ends.
    case takeOver(SharedPlayerState, tape: JSONValue?)
    /// Ends the program of the shared player. Its queue is kept for the next start.
    case quit
    case player(PlayerCommand)

    /// The entries of the queue that a response contains, by their places.
    package struct QueueWindow: Hashable, Sendable {
        /// The place of the first entry.
        var from = 0
        /// The largest number of entries; nil for all entries from the first.
        var count: Int?

        /// The number of entries that Longwave's own clients ask for at once.
        package static let size = 1000
    }

    /// Whether the response to a method is the queue.
    package static func listsQueue(_ method: String) -> Bool {
        ["shuffle", "repeat"].contains(method) || method.hasPrefix("queue.") && method != "queue.play"
    }

    /// Converts the method and the parameters of a JSON-RPC request to a command, and to the part of the queue that the
    /// response contains.
    /// - Throws: ``PlayerCommandError`` for an unknown method or wrong parameters.
    static func read(
        _ method: String, _ params: JSONValue
    ) throws(PlayerCommandError) -> (ControlCommand, QueueWindow) {
        var params = try RequestParameters(method, params)
        let command: ControlCommand =
            switch method {
            case "hello": .hello
            case "status": .status
            case "subscribe": .subscribe
            case "queue.list": .listQueue
            case "devices": .listDevices
            case "levels": .levels(try params.required(try params.bool("on"), "on"))
            case "claim": .claim
            case "takeOver": .takeOver(try state(&params), tape: params.value("tape"))
            case "quit": .quit
            default: .player(try PlayerCommand(method, &params))
            }
        var window = QueueWindow()
        if listsQueue(method) {
            if command == .listQueue { window.from = try params.place("from") ?? 0 }
            window.count = try params.place("count")
        }
        try params.finish()
        return (command, window)
    }

    private static func state(_ params: inout RequestParameters) throws(PlayerCommandError) -> SharedPlayerState {
        let value = try params.required(params.value("state"), "state")
        do throws(SharedPlayerState.Unreadable) { return try SharedPlayerState(Array(value.text.utf8)) } catch {
            throw .wrongParameters("state is not the state of a player: \(error.reason).")
        }
    }
}
