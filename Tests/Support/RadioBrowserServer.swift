import RadioFormats
import Synchronization

/// A directory that behaves as radio-browser's servers do, on a free loopback port. It offers search with filters,
/// order and paging, stations by id, clicks, and the list of servers. It can also fail in the ways that real servers
/// do.
///
/// The rules are in radio-browser's API documentation: "Advanced station search", "Search radio stations by uuid",
/// "Station click counter".
///
/// A test must call `stop()`, because a running server keeps itself alive.
package final class RadioBrowserServer: Sendable {
    package struct Entry: Hashable, Sendable {
        package var id: String
        package var name: String
        package var url: String
        package var country = "DE"
        package var language = "german"
        package var tags = "pop"
        package var codec = "MP3"
        package var bitRate = 128
        package var votes = 0
        package var clicks = 0
        package var isBroken = false

        /// - Parameters:
        ///   - number: A number from which the station's id is made.
        ///   - name: The name of the station.
        ///   - url: The address of the stream.
        package init(_ number: Int, name: String, url: String) {
            id = RadioBrowserServer.id(number)
            self.name = name
            self.url = url
        }
    }

    package enum Fault: Hashable, Sendable {
        case unavailable
        /// A web page, as from a captive portal.
        case page
        /// A response that breaks off in the middle.
        case broken
        /// An endless response.
        case endless
        /// No response; the connection stays open.
        case silent
        /// The first page of the results, whichever page the request asks for.
        case samePart
    }

    private struct State {
        var entries: [Entry]
        var fault: Fault?
        var clicks: [String] = []
    }

    private let server: LoopbackServer
    private let state: Shared

    /// The state that the directory shares with its server's script. It is an object of its own, so that the script
    /// does not keep the directory alive.
    private final class Shared: Sendable {
        let state: Mutex<State>
        /// Raised at the first click.
        let clicked = TestSignal()
        init(_ state: State) { self.state = Mutex(state) }
    }

    package init(_ entries: [Entry], fault: Fault? = nil) throws {
        let shared = Shared(State(entries: entries, fault: fault))
        state = shared
        server = try LoopbackServer { Self.answer($0, shared) }
    }

    package static func id(_ number: Int) -> String {
        let digits = String(number)
        return "960e57c5-0601-11e8-ae97-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// The directory's address, for the option `--directory`.
    package var url: String { server.url("") }
    package var requests: [LoopbackRequest] { server.requests }
    /// The ids of clicked stations, in the order of the clicks.
    package var clicks: [String] { state.state.withLock { $0.clicks } }
    /// Raised at the first click.
    package var clicked: TestSignal { state.clicked }
    package var entries: [Entry] {
        get { state.state.withLock { $0.entries } }
        set { state.state.withLock { $0.entries = newValue } }
    }
    package var fault: Fault? {
        get { state.state.withLock { $0.fault } }
        set { state.state.withLock { $0.fault = newValue } }
    }

    package func stop() { server.stop() }
    /// Refuses connections from now on.
    package func leave() throws { try server.leave() }
    package func comeBack() { server.comeBack() }

    // MARK: Answers

    private static func answer(_ connection: LoopbackConnection, _ shared: Shared) {
        let (entries, fault) = shared.state.withLock { ($0.entries, $0.fault) }
        switch fault {
        case .unavailable: return connection.reply(status: "503 Service Unavailable", text: "later")
        case .page: return connection.reply(headers: ["Content-Type: text/html"], text: "<!DOCTYPE html><p>Sign in")
        case .broken: return connection.reply(text: #"[{"name":"A","url":"http://"#)
        case .endless:
            connection.begin(headers: ["Content-Type: application/json"])
            connection.send("[")
            return connection.sendEndlessly(Array(String(repeating: #"{"name":"A"},"#, count: 5000).utf8))
        case .silent: return connection.neverAnswer()
        case .samePart, nil: break
        }
        let parts = connection.request.path.split(separator: "/").map(String.init)
        switch parts {
        case ["json", "stations", "search"]:
            var query = Query(connection.request.target)
            if fault == .samePart { query.offset = 0 }
            json(connection, "[" + query.select(entries).map(text).joined(separator: ",") + "]")
        case let parts where parts.prefix(3) == ["json", "stations", "byuuid"] && parts.count == 4:
            json(connection, "[" + entries.filter { $0.id == parts[3] }.map(text).joined(separator: ",") + "]")
        case let parts where parts.prefix(2) == ["json", "url"] && parts.count == 3:
            guard let entry = entries.first(where: { $0.id == parts[2] }) else {
                return json(connection, #"{"ok":false,"message":"did not find station with matching id"}"#)
            }
            json(connection, #"{"ok":true,"message":"retrieved station url","url":\#(quoted(entry.url))}"#)
            shared.state.withLock { $0.clicks.append(parts[2]) }
            shared.clicked.raise()
        case ["json", "servers"]: json(connection, #"[{"ip":"127.0.0.1","name":"localhost"}]"#)
        case _: connection.reply(status: "404 Not Found", text: "no such page")
        }
    }

    private static func json(_ connection: LoopbackConnection, _ text: String) {
        connection.reply(headers: ["Content-Type: application/json"], text: text)
    }

    private static func text(_ entry: Entry) -> String {
        """
        {"changeuuid":"0","stationuuid":"\(entry.id)","serveruuid":null,"name":\(quoted(entry.name)),\
        "url":\(quoted(entry.url)),"url_resolved":\(quoted(entry.url)),"homepage":"","favicon":"",\
        "tags":\(quoted(entry.tags)),"country":"","countrycode":"\(entry.country)","state":"",\
        "language":\(quoted(entry.language)),"languagecodes":"","votes":\(entry.votes),"codec":"\(entry.codec)",\
        "bitrate":\(entry.bitRate),"hls":0,"lastcheckok":\(entry.isBroken ? 0 : 1),"clickcount":\(entry.clicks),\
        "clicktrend":0,"geo_lat":null}
        """
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\" + String(scalar)
                case _ where scalar.value < 0x20:
                    "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
                case _: String(scalar)
                }
            }.joined() + "\""
    }

    /// The query of a search.
    private struct Query {
        var fields: [String: String] = [:]
        var offset: Int

        init(_ target: String) {
            for field in target.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
                let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                fields[parts[0]] = parts.count > 1 ? URLReference.percentDecoded(parts[1]) : ""
            }
            offset = Int(fields["offset"] ?? "") ?? 0
        }

        func select(_ entries: [Entry]) -> ArraySlice<Entry> {
            var found = entries.filter { entry in
                if fields["hidebroken"] == "true", entry.isBroken { return false }
                if let name = fields["name"], !has(entry.name, name) { return false }
                if let code = fields["countrycode"], entry.country != code { return false }
                if let language = fields["language"], !has(entry.language, language) { return false }
                if let codec = fields["codec"], entry.codec.lowercased() != codec.lowercased() { return false }
                let tags = entry.tags.split(separator: ",")
                return (fields["tagList"] ?? "").split(separator: ",").allSatisfy { tags.contains($0) }
            }
            switch fields["order"] {
            case "votes": found.sort { $0.votes < $1.votes }
            case "clickcount": found.sort { $0.clicks < $1.clicks }
            case "bitrate": found.sort { $0.bitRate < $1.bitRate }
            case _: found.sort { $0.name < $1.name }
            }
            if fields["reverse"] == "true" { found.reverse() }
            return found.dropFirst(offset).prefix(Int(fields["limit"] ?? "") ?? 100_000)
        }

        private func has(_ text: String, _ part: String) -> Bool {
            let (text, part) = (Array(text.lowercased().utf8), Array(part.lowercased().utf8))
            return part.isEmpty || text.firstRange(of: part) != nil
        }
    }
}
