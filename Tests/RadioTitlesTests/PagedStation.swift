import Synchronization
import TestSupport

/// A server with one station at `/radio` and a status page. Its ICY metadata and its page may show different titles.
final class PagedStation: Sendable {
    private struct State {
        var sound: String
        /// The title on the status page, or nil if the mount is not on the page.
        var page: String?
        var hasPage = true
        var isSoundHeld = false
    }

    private static let metaint = 256
    /// What the threads of the test and of the server share.
    private final class Shared: Sendable {
        let value: Mutex<State>
        let letGo = TestSignal()
        init(_ state: State) { value = Mutex(state) }
    }

    private let state: Shared
    private let server: LoopbackServer

    init(_ title: String) throws {
        let state = Shared(State(sound: title, page: title))
        self.state = state
        server = try LoopbackServer { connection in
            if connection.request.path == "/radio" {
                guard state.value.withLock({ $0.isSoundHeld }) else { return Self.play(connection, state) }
                connection.wait(for: state.letGo)
                return
            }
            let (page, hasPage) = state.value.withLock { ($0.page, $0.hasPage) }
            guard connection.request.path == "/status-json.xsl", hasPage else {
                return connection.reply(status: "404 Not Found", text: "no")
            }
            let source = page.map {
                #","source":{"listenurl":"http://localhost:8000/radio","server_name":"Test","title":"\#($0)","dummy":null}"#
            }
            connection.reply(
                headers: ["Content-Type: application/json"],
                text: #"{"icestats":{"server_id":"Icecast 2.4.4"\#(source ?? "")}}"#)
        }
    }

    var url: String { server.url("/radio") }
    /// How many times the sound was requested.
    var listens: Int { server.requests.filter { $0.path == "/radio" }.count }
    /// How many times the status page was requested.
    var looks: Int { server.requests.filter { $0.path == "/status-json.xsl" }.count }
    /// How many connections the server has accepted.
    var accepted: Int { server.acceptedCount }

    func set(sound: String) { state.value.withLock { $0.sound = sound } }
    func set(page: String?) { state.value.withLock { $0.page = page } }
    func dropPage() { state.value.withLock { $0.hasPage = false } }
    /// From now on, requests for the sound get no answer. After ``letSoundGo()``, they end without sound.
    func holdSound() { state.value.withLock { $0.isSoundHeld = true } }
    func letSoundGo() { state.letGo.raise() }
    func stop() { server.stop() }

    private static func play(_ connection: LoopbackConnection, _ state: Shared) {
        connection.begin(
            statusLine: "ICY 200 OK",
            headers: ["Content-Type: audio/mpeg", "icy-name: Test", "icy-metaint: \(metaint)"])
        guard let sound = try? Sample.mp3.read() else { return }
        var (last, at) = ("", 0)
        while connection.send(Array(sound[at..<at + metaint])) {
            at = at + 2 * metaint <= sound.count ? at + metaint : 0
            let title = state.value.withLock { $0.sound }
            var block: [UInt8] = [0]
            if title != last {
                last = title
                let text = Array("StreamTitle='\(title)';".utf8)
                block = [UInt8((text.count + 15) / 16)] + text
                block += [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
            }
            guard connection.send(block), connection.pause(milliseconds: 20) else { return }
        }
    }
}
