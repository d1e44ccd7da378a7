import RadioJSON
import RadioLists

/// A line of a ``LoadServer``'s record of what it sent.
package struct SentLine: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        /// A client requested the mount and gets its stream.
        case connect
        /// The first block with this title on this connection was written completely to the socket.
        case title(ScriptedTitle)
        /// The title was on a status page that a client fetched.
        case page(ScriptedTitle)
        /// The connection was closed, by the peer or by the server.
        case end(byPeer: Bool, reason: String)
    }

    /// The time in milliseconds since 1970-01-01T00:00:00Z.
    package var time: Int
    package var mount: Int
    /// The number of the connection, counted over all mounts. 0 for a status page.
    package var connection: Int
    package var event: Event

    package init(time: Int, mount: Int, connection: Int, event: Event) {
        self.time = time
        self.mount = mount
        self.connection = connection
        self.event = event
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "time": .number(Double(time)), "mount": .number(Double(mount)), "connection": .number(Double(connection)),
        ]
        switch event {
        case .connect: members["type"] = .string("connect")
        case .title(let title): members.merge(Self.members(title, type: "title")) { $1 }
        case .page(let title): members.merge(Self.members(title, type: "page")) { $1 }
        case .end(let byPeer, let reason):
            members["type"] = .string("end")
            members["byPeer"] = .bool(byPeer)
            members["reason"] = .string(reason)
        }
        return .object(members)
    }

    private static func members(_ title: ScriptedTitle, type: String) -> [String: JSONValue] {
        [
            "type": .string(type), "kind": .string(title.kind.rawValue), "index": .number(Double(title.index)),
            "artist": .string(title.artist), "title": .string(title.title), "text": .string(title.text),
        ]
    }

    /// Returns nil for JSON that is no line of the record.
    init?(_ json: JSONValue) {
        guard let time = json["time"]?.number, let mount = json["mount"]?.number,
            let connection = json["connection"]?.number
        else { return nil }
        self.init(time: Int(time), mount: Int(mount), connection: Int(connection), event: .connect)
        switch json["type"]?.string {
        case "connect": break
        case "title": event = .title(Self.title(json))
        case "page": event = .page(Self.title(json))
        case "end":
            event = .end(byPeer: json["byPeer"] == .bool(true), reason: json["reason"]?.string ?? "")
        case _: return nil
        }
    }

    private static func title(_ json: JSONValue) -> ScriptedTitle {
        ScriptedTitle(
            kind: json["kind"]?.string.flatMap(ScriptedTitle.Kind.init) ?? .song,
            index: json["index"]?.number.map { Int($0) } ?? 0, artist: json["artist"]?.string ?? "",
            title: json["title"]?.string ?? "", text: json["text"]?.string ?? "")
    }
}
