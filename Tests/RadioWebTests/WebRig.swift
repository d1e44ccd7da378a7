import Glibc
import Longwave
import RadioJSON
import TestSupport
import Testing

@testable import RadioWeb

/// A radio without sound devices, with a web server on a free port. A test must call `close()`.
final class WebRig: Sendable {
    static let token = "0123456789abcdef"

    let radio: Radio
    let folder: TemporaryDirectory
    let port: UInt16
    // Used on the player's loop only.
    nonisolated(unsafe) let fronts: RemoteFronts

    /// - Parameter stations: the radio's list of stations as stations.json.
    init(stations: String = #"{"station":[{"name":"One","id":"one","streamURL":"http://127.0.0.1:1/"}]}"#) async throws
    {
        folder = try TemporaryDirectory()
        try TextFile.write(stations, to: folder.path + "/stations.json")
        try TextFile.write(Self.token, to: folder.path + "/token", mode: 0o600)
        mkdir(folder.path + "/recordings", 0o700)
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        configuration.journal.listener = folder.path + "/listener.sqlite"
        configuration.journal.titles = folder.path + "/titles.sqlite"
        configuration.lists = [folder.path + "/stations.json"]
        configuration.recordings = folder.path + "/recordings"
        let radio = try Radio(configuration)
        var options = RemoteFronts.Options()
        options.http = HTTPOptions(address: ListenAddress(port: 0), tokenFile: folder.path + "/token")
        let made = await radio.manager.perform { [options] manager in
            Unchecked(RemoteFronts(radio, options, manager, report: { Issue.record("\($0)") }, show: { _ in }))
        }
        self.radio = radio
        fronts = made.value
        let link = try #require(fronts.pageLink)
        port = try #require(link.split(separator: ":").last.flatMap { UInt16($0.dropLast()) })
    }

    func close() async {
        await radio.manager.perform { [self] in fronts.close($0) }
        await radio.shutDown()
    }

    /// The server's answer to a request.
    struct Answer {
        var status: Int
        var head: String
        var body: String
        var json: JSONValue { (try? JSONReader.read(Array(body.utf8))) ?? .null }

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { String($0.dropFirst(name.count + 1)).trimmed }
        }
    }

    /// Sends a request with the token, and returns the answer when the server has closed the connection.
    /// - Parameter headers: further headers, which replace those of the same names.
    func ask(
        _ target: String, _ method: String = "GET", body: String? = nil, headers: [String: String] = [:]
    ) throws -> Answer {
        var all = [
            "Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(Self.token)", "Connection": "close",
        ]
        if let body { (all["Content-Length"], all["Content-Type"]) = (String(body.utf8.count), "application/json") }
        all.merge(headers) { $1 }
        let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let client = try LoopbackClient(port: port)
        client.send("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")")
        return Self.read(client)
    }

    static func read(_ client: LoopbackClient) -> Answer {
        let head = client.receiveHead()
        var bytes: [UInt8] = []
        while case let more = client.receive(), !more.isEmpty { bytes += more }
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, head: head, body: String(decoding: bytes, as: UTF8.self))
    }

    func command(_ json: String) throws -> Answer { try ask("/api/v1/commands", "POST", body: json) }

    /// Opens `/api/v1/events`.
    func follow(after id: String? = nil) throws -> EventReader { try EventReader(self, after: id) }
}

/// Reads server-sent events.
final class EventReader {
    private let client: LoopbackClient
    private var text = ""

    init(_ rig: WebRig, after id: String?) throws {
        client = try LoopbackClient(port: rig.port)
        let last = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        client.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(WebRig.token)\r\n\(last)\r\n")
        #expect(client.receiveHead().hasPrefix("HTTP/1.1 200"))
    }

    /// Waits for the next event. Its data is one line.
    func next() -> (id: String, name: String, data: JSONValue)? {
        while true {
            while let end = text.firstRange(of: "\n\n") {
                let fields = text[..<end.lowerBound].split(separator: "\n").map(String.init)
                text.removeSubrange(..<end.upperBound)
                func field(_ name: String) -> String? {
                    fields.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
                }
                guard let data = field("data"), let id = field("id"), let name = field("event") else { continue }
                return (id, name, (try? JSONReader.read(Array(data.utf8))) ?? .null)
            }
            guard let chunk = chunk() else { return nil }
            text += chunk
        }
    }

    /// Reads a chunk of the body (RFC 9112 §7.1).
    private func chunk() -> String? {
        var line: [UInt8] = []
        while !line.suffix(2).elementsEqual("\r\n".utf8) {
            let byte = client.receive(1)
            if byte.isEmpty { return nil }
            line += byte
        }
        guard let count = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16), count > 0 else {
            return nil
        }
        return String(decoding: client.receive(exactly: count + 2).dropLast(2), as: UTF8.self)
    }
}

/// Files for tests.
enum TextFile {
    static func write(_ text: String, to path: String, mode: mode_t = 0o644) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
        try #require(file >= 0 && Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        fchmod(file, mode)
        Glibc.close(file)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
