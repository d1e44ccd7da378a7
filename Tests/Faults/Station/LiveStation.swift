import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// Simulates a station with the faults of networks and servers, for fault rows.
///
/// The station is live: a new listener gets a burst of older sound and then the current sound. A row can therefore
/// measure how much sound a player leaves out or repeats when it connects again.
///
/// The last call of `answer` decides how a new connection is served. Running streams obey ``drop(reset:)``,
/// ``freeze(newcomers:)`` and ``setPace(_:)``. The port can be closed and opened again.
package final class LiveStation: Sendable {
    /// The response to a request.
    package enum Answer: Sendable {
        /// The programme, whatever path the request names.
        case stream(SweepProgramme.Codec)
        case programme(any StationProgramme)
        case status(String, headers: [String] = [], body: String = "")
        /// A web page with status 200, as from a captive portal.
        case page
        /// Status 200 and a type of sound, then endless noise at the programme's pace.
        case garbage
        /// Status 200 and a type of sound, then the end.
        case empty
        /// Endless header lines.
        case endlessHeaders
        /// No response; the connection stays open.
        case never
        /// The end of the connection without a response.
        case close
        case redirect(String)
    }

    private struct State {
        var answer: @Sendable (LoopbackRequest, Int) -> Answer = { _, _ in .stream(.mp3) }
        var burst = 65_536
        var pace = 1.0
        /// The connections of streams that began before this generation are closed, with RST if `reset` is true and
        /// otherwise with FIN.
        var drop = (generation: 0, reset: false)
        /// Streams that began before this generation send nothing. If `newcomers` is true, later streams send nothing
        /// either.
        var frozen: (generation: Int, newcomers: Bool)?
        var generation = 0
        var requests: [MonotonicInstant] = []
        var listeners = 0
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    package let host: String
    package let port: UInt16
    private let programmes: [SweepProgramme.Codec: SweepProgramme]
    private let shared = Shared()
    private let begin: MonotonicInstant
    private let server = Mutex<LoopbackServer?>(nil)

    package convenience init(_ programmes: [SweepProgramme]) throws {
        // The programme began 150 seconds before now, so that there is older sound for the burst.
        try self.init(
            Dictionary(uniqueKeysWithValues: programmes.map { ($0.codec, $0) }), host: "127.0.0.1", port: 0,
            begin: .now.advanced(by: .seconds(-150)))
    }

    private init(
        _ programmes: [SweepProgramme.Codec: SweepProgramme], host: String, port: UInt16, begin: MonotonicInstant
    ) throws {
        self.programmes = programmes
        self.host = host
        self.begin = begin
        let first = try Self.listen(host, port, programmes: programmes, shared: shared, begin: begin)
        self.port = first.port
        server.withLock { $0 = first }
    }

    /// Returns another station, with the same programme at the same port of the address `host`, for rows in which a
    /// station moves to another address.
    package func twin(at host: String) throws -> LiveStation {
        try LiveStation(programmes, host: host, port: port, begin: begin)
    }

    /// The seconds since the start of the programme.
    package var seconds: Double { begin.duration(to: .now).inSeconds }

    package func url(_ path: String = "/live") -> String { "http://\(host):\(port)\(path)" }

    // MARK: Faults

    /// Sets the closure that decides the responses to further requests. Its arguments are the request and the number of
    /// requests before it.
    package func answer(_ answer: @escaping @Sendable (LoopbackRequest, Int) -> Answer) {
        shared.state.withLock { $0.answer = answer }
    }

    package func answer(_ answer: Answer) { self.answer { _, _ in answer } }

    /// Sets the number of bytes that a new listener gets at once.
    package func setBurst(_ bytes: Int) { shared.state.withLock { $0.burst = bytes } }

    /// Sets how fast the station sends, relative to real time. At 0.8, it sends 0.8 s of sound per second.
    package func setPace(_ pace: Double) { shared.state.withLock { $0.pace = pace } }

    /// Closes the connections of all streams, with FIN or RST. New connections are accepted.
    package func drop(reset: Bool = false) {
        shared.state.withLock {
            $0.generation += 1
            $0.drop = ($0.generation, reset)
        }
    }

    /// Sends nothing more to current listeners until ``thaw()`` and, if `newcomers` is true, only response heads to new
    /// ones. After ``thaw()``, each stream continues where it stopped.
    package func freeze(newcomers: Bool = false) {
        shared.state.withLock {
            $0.generation += 1
            $0.frozen = ($0.generation, newcomers)
        }
    }

    package func thaw() { shared.state.withLock { $0.frozen = nil } }

    /// Closes the port and all connections. New connections are refused.
    package func goAway() {
        // The connections end as if the server had been killed: the kernel closes them, and delivers the bytes that
        // were already sent.
        let server = server.withLock { $0.take() }
        server?.stop()
    }

    /// Opens the same port again.
    package func comeBack() throws {
        guard server.withLock({ $0 == nil }) else { return }
        // The kernel may refuse to open the port for a moment after it was closed.
        let deadline = MonotonicInstant.now.advanced(by: .seconds(10))
        while true {
            do {
                let again = try Self.listen(host, port, programmes: programmes, shared: shared, begin: begin)
                return server.withLock { $0 = again }
            } catch {
                guard MonotonicInstant.now < deadline else { throw error }
                usleep(5_000)
            }
        }
    }

    package func stop() { goAway() }

    // MARK: Requests

    /// The times of all requests.
    package var requests: [MonotonicInstant] { shared.state.withLock { $0.requests } }
    /// The number of running streams.
    package var listeners: Int { shared.state.withLock { $0.listeners } }

    // MARK: One connection

    private static func listen(
        _ host: String, _ port: UInt16, programmes: [SweepProgramme.Codec: SweepProgramme], shared: Shared,
        begin: MonotonicInstant
    ) throws -> LoopbackServer {
        try LoopbackServer(host: host, port: port) { connection in
            let request = connection.request
            let (answer, generation) = shared.state.withLock { state in
                defer { state.requests.append(.now) }
                return (state.answer(request, state.requests.count), state.generation)
            }
            switch answer {
            case .stream(let codec):
                guard let programme = programmes[codec] else { return connection.reply(status: "404 Not Found") }
                stream(programme, to: connection, generation: generation, shared: shared, begin: begin)
            case .programme(let programme):
                stream(programme, to: connection, generation: generation, shared: shared, begin: begin)
            case .status(let status, let headers, let body):
                connection.reply(status: status, headers: ["Content-Type: text/html"] + headers, text: body)
            case .page:
                let text = String(repeating: "<p>Please log in to use this network.</p>\n", count: 100)
                let page = "<!DOCTYPE html><html><head><title>Welcome</title></head><body>\(text)</body></html>"
                connection.reply(headers: ["Content-Type: text/html"], text: page)
            case .garbage: garbage(connection)
            case .empty: connection.begin()
            case .endlessHeaders: connection.sendHeaders(totalling: .max)
            case .never: connection.neverAnswer()
            case .close: break
            case .redirect(let location): connection.redirect(to: location)
            }
        }
    }

    private static func garbage(_ connection: LoopbackConnection) {
        connection.begin()
        var random = SystemRandomNumberGenerator()
        while connection.isOpen {
            connection.send((0..<1600).map { _ in UInt8.random(in: 0...255, using: &random) })
            connection.pause(milliseconds: 100)
        }
    }

    private static func stream(
        _ programme: any StationProgramme, to connection: LoopbackConnection, generation: Int, shared: Shared,
        begin: MonotonicInstant
    ) {
        let wantsTitles = programme.titleSeconds != nil && connection.request["Icy-MetaData"] == "1"
        let metaint = wantsTitles ? 16_000 : nil
        var headers = ["Content-Type: \(programme.contentType)", "icy-name: Fault Radio", "icy-br: 128"]
        if let metaint { headers.append("icy-metaint: \(metaint)") }
        connection.begin(headers: headers)
        shared.state.withLock { $0.listeners += 1 }
        defer { shared.state.withLock { $0.listeners -= 1 } }
        var now = MonotonicInstant.now
        var due = begin.duration(to: now).inSeconds
        let burst = shared.state.withLock { $0.burst }
        var feed = LiveFeed(programme, from: programme.position(after: due) - burst, metaint: metaint)
        while connection.isOpen {
            let state = shared.state.withLock { $0 }
            if state.drop.generation > generation {
                if state.drop.reset { connection.reset() }
                return
            }
            let before = now
            now = .now
            if let frozen = state.frozen, frozen.generation > generation || frozen.newcomers {
                connection.pause(milliseconds: 20)
                continue
            }
            due += before.duration(to: now).inSeconds * state.pace
            guard connection.send(feed.bytes(upTo: programme.position(after: due))) else { return }
            connection.pause(milliseconds: 40)
        }
    }
}
