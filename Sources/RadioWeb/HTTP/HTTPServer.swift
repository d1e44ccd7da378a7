import CMicrohttpd
import Glibc
import RadioLoop

/// An HTTP/1.1 server on the event loop, made with libmicrohttpd.
///
/// The library has no thread of its own: its epoll descriptor is watched by the loop's. Its callbacks only store what
/// they get. A request that is complete is suspended, and passed to the handler at the end of the turn.
final class HTTPServer {
    typealias Handler = (HTTPRequest, @escaping (HTTPResponse) -> Void) -> Void

    /// Limits of what strangers can use up.
    enum Limit {
        /// Connections, of all clients and of one address.
        static let connections = 512, perAddress = 256
        /// Bytes of a request's head, of its body, and of a body that is too long, which is received but not stored.
        static let head = 16 << 10, body = 256 << 10, longBody = 1 << 20
        /// The time in which a request must be complete, and after which an unused connection is closed.
        static let request = Duration.seconds(15)
        /// Seconds after which a client is disconnected that does not read its answer.
        static let reading: UInt32 = 60
    }

    /// Returns whether the body of a request is stored. The bodies of others are dropped.
    var takesBody: (HTTPRequest) -> Bool = { _ in true }
    /// Headers that every answer has.
    var commonHeaders: [(name: String, value: String)] = []
    /// The number of answers by the hundreds of their status, such as 2 for 200.
    private(set) var answerCounts: [UInt32: Int] = [:]
    var connectionCount: Int { connections.count }

    private let loop: EventLoop
    private let library: Microhttpd
    private let handler: Handler
    private let listener: Int32
    private var daemon: OpaquePointer?
    private var watch: DescriptorWatch?
    private var timer: LoopTimer!
    private var sweeper: LoopTimer!
    private var isRunPosted = false
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// The requests whose answers are not queued yet, and the sources that wait.
    private var exchanges: [ObjectIdentifier: Exchange] = [:]
    private var sources: [ObjectIdentifier: SourceReader] = [:]

    /// - Parameter listener: a socket that listens, which the server closes.
    init(_ loop: EventLoop, _ listener: Int32, _ handler: @escaping Handler) throws(ListenAddress.Failure) {
        do throws(RuntimeLibrary.Missing) { library = try Microhttpd.shared.get() } catch {
            Glibc.close(listener)
            throw ListenAddress.Failure(
                sentence: "The web server needs Debian's package libmicrohttpd12: \(error.reason).")
        }
        self.loop = loop
        self.handler = handler
        self.listener = listener
        timer = loop.makeTimer { [weak self] in self?.run() }
        sweeper = loop.makeTimer { [weak self] in self?.sweep() }
        let limits = lw_mhd_limits(
            memory: Limit.head, connections: UInt32(Limit.connections), per_address: UInt32(Limit.perAddress),
            timeout: Limit.reading)
        daemon = lw_mhd_listen(
            library.start, listener, limits, { HTTPServer.of($0)?.received($1, $2, $3, $5, $6, $7) ?? 0 },
            { server, _, request, _ in HTTPServer.of(server)?.completed(request) },
            { HTTPServer.of($0)?.notified($1, $2, $3) },
            Unmanaged.passUnretained(self).toOpaque())
        guard let daemon else {
            Glibc.close(listener)
            throw ListenAddress.Failure(sentence: "The web server cannot start.")
        }
        do throws(LoopError) {
            watch = try loop.watch(lw_mhd_epoll(library.daemonInfo, daemon), for: .readable) { [weak self] _ in
                self?.run()
            }
        } catch {
            stop()
            throw ListenAddress.Failure(sentence: "The web server cannot start: \(error).")
        }
    }

    deinit { stop() }

    /// Closes all connections.
    func stop() {
        guard let daemon else { return }
        watch?.cancel()
        timer.cancel()
        sweeper.cancel()
        self.daemon = nil
        // The library must not end with suspended connections.
        for exchange in exchanges.values { library.resume(exchange.connection) }
        for source in sources.values { library.resume(source.connection) }
        (exchanges, sources) = ([:], [:])
        library.stop(daemon)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
        context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: The loop

    /// Lets the library do what it can do without waiting.
    private func run() {
        guard let daemon else { return }
        _ = library.run(daemon)
        var milliseconds: UInt64 = 0
        guard library.timeout(daemon, &milliseconds) == 1 else { return timer.disarm() }
        if milliseconds == 0 { postRun() } else { timer.rearm(after: .milliseconds(Int64(clamping: milliseconds))) }
    }

    private func postRun() {
        guard !isRunPosted else { return }
        isRunPosted = true
        loop.post { [weak self] in
            self?.isRunPosted = false
            self?.run()
        }
    }

    /// Disconnects the clients whose requests are not complete in time.
    private func sweep() {
        for connection in connections.values {
            guard let deadline = connection.deadline, deadline <= loop.now else { continue }
            shutdown(connection.socket, Int32(SHUT_RDWR))
        }
        armSweeper()
    }

    private func armSweeper() {
        guard !sweeper.isArmed, let next = connections.values.compactMap(\.deadline).min() else { return }
        // Not at once for each deadline, so that many clients cause few wake-ups.
        sweeper.rearm(at: max(next, loop.now.advanced(by: .seconds(1))))
    }

    // MARK: The library's callbacks

    /// One connection of a client.
    private final class Connection {
        let socket: Int32
        let client: String
        let server: String
        /// When the connection is closed unless a request is complete; nil while one is answered.
        var deadline: MonotonicInstant?

        init(_ socket: Int32, _ deadline: MonotonicInstant) {
            self.socket = socket
            self.deadline = deadline
            client = SocketAddress(of: socket, isPeer: true)?.host ?? ""
            server = SocketAddress(of: socket, isPeer: false)?.host ?? ""
        }
    }

    /// A request, until its answer is queued.
    private final class Exchange {
        let connection: OpaquePointer
        weak var client: Connection?
        var request: HTTPRequest
        /// The largest body that is stored, and how many bytes have come.
        var limit = Limit.body
        var count = 0

        init(_ connection: OpaquePointer, _ client: Connection?, _ request: HTTPRequest) {
            (self.connection, self.client, self.request) = (connection, client, request)
        }
    }

    private func notified(
        _ handle: OpaquePointer?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: Int32
    ) {
        guard let handle, let context else { return }
        if code == LW_MHD_CLOSED {
            guard let old = context.pointee else { return }
            let connection = Unmanaged<Connection>.fromOpaque(old).takeRetainedValue()
            connections[ObjectIdentifier(connection)] = nil
        } else {
            let socket = lw_mhd_socket(library.connectionInfo, handle)
            let connection = Connection(socket, loop.now.advanced(by: Limit.request))
            connections[ObjectIdentifier(connection)] = connection
            context.pointee = Unmanaged.passRetained(connection).toOpaque()
            armSweeper()
        }
    }

    /// Stores the head of a request, then parts of its body. Suspends the connection when the request is complete.
    private func received(
        _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
        _ body: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
        _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Int32 {
        guard let handle, let path, let method, let size, let context else { return 0 }
        guard let known = context.pointee else {
            let exchange = begin(handle, String(cString: method), String(cString: path))
            if !takesBody(exchange.request) { exchange.limit = 0 }
            context.pointee = Unmanaged.passRetained(exchange).toOpaque()
            return 1
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
        if size.pointee > 0, let body {
            exchange.count += size.pointee
            if exchange.count <= exchange.limit {
                exchange.request.body += UnsafeRawBufferPointer(start: body, count: size.pointee)
            }
            size.pointee = 0
            return exchange.count <= Limit.longBody ? 1 : 0
        }
        exchange.client?.deadline = nil
        exchanges[ObjectIdentifier(exchange)] = exchange
        library.suspend(handle)
        loop.post { [weak self] in self?.handle(exchange) }
        return 1
    }

    private func begin(_ handle: OpaquePointer, _ method: String, _ path: String) -> Exchange {
        let client = lw_mhd_socket_context(library.connectionInfo, handle).map {
            Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
        }
        var request = HTTPRequest(method: method, path: path)
        (request.client, request.server) = (client?.client ?? "", client?.server ?? "")
        withUnsafeMutablePointer(to: &request) { request in
            let each: lw_mhd_each = { context, kind, name, value in
                guard let request = context?.assumingMemoryBound(to: HTTPRequest.self), let name else { return 1 }
                let text = value.map { String(cString: $0) } ?? ""
                if kind == LW_MHD_HEADER {
                    request.pointee.headers[String(cString: name).lowercased()] = text
                } else {
                    request.pointee.query[String(cString: name)] = text
                }
                return 1
            }
            _ = library.values(handle, LW_MHD_HEADER, each, request)
            _ = library.values(handle, LW_MHD_ARGUMENT, each, request)
        }
        return Exchange(handle, client, request)
    }

    private func completed(_ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
        guard let known = context?.pointee else { return }
        context?.pointee = nil
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
        exchange.client?.deadline = loop.now.advanced(by: Limit.request)
        armSweeper()
    }

    // MARK: Answers

    private func handle(_ exchange: Exchange) {
        guard exchanges[ObjectIdentifier(exchange)] != nil else { return }
        if exchange.count > exchange.limit, exchange.limit > 0 {
            return answer(exchange, .error(413, "tooLong", "A request can have at most 256 KiB."))
        }
        handler(exchange.request) { [weak self] in self?.answer(exchange, $0) }
    }

    private func answer(_ exchange: Exchange, _ response: HTTPResponse) {
        guard exchanges.removeValue(forKey: ObjectIdentifier(exchange)) != nil else { return response.discard() }
        answerCounts[response.status / 100, default: 0] += 1
        if let made = make(response, for: exchange) {
            for (name, value) in commonHeaders + response.headers { _ = library.addHeader(made, name, value) }
            _ = library.queue(exchange.connection, response.status, made)
            library.destroy(made)
        }
        library.resume(exchange.connection)
        postRun()
    }

    private func make(_ response: HTTPResponse, for exchange: Exchange) -> OpaquePointer? {
        switch response.body {
        case .bytes(var bytes): library.fromBuffer(bytes.count, &bytes, LW_MHD_COPY)
        case .file(let descriptor, let offset, let count):
            library.fromFile(UInt64(count), descriptor, UInt64(offset))
        case .source(let source): make(source, for: exchange)
        }
    }

    private func make(_ source: any HTTPSource, for exchange: Exchange) -> OpaquePointer? {
        let reader = SourceReader(source, self, exchange.connection)
        let made = library.fromReader(
            UInt64.max, 4096, { SourceReader.of($0)?.read($2, $3) ?? LW_MHD_END },
            Unmanaged.passRetained(reader).toOpaque(),
            {
                guard let reader = $0 else { return }
                Unmanaged<SourceReader>.fromOpaque(reader).takeRetainedValue().end()
            })
        guard let made else { return nil }
        if source.isPlain { lw_mhd_use_http_1_0(library.setOptions, made) }
        source.onMore = { [weak self, weak reader] in
            guard let self, let reader else { return }
            reader.wake(library)
            postRun()
        }
        return made
    }

    /// Reads a source for one client. While the source has nothing, the connection is suspended.
    private final class SourceReader {
        private let source: any HTTPSource
        private weak var server: HTTPServer?
        let connection: OpaquePointer

        init(_ source: any HTTPSource, _ server: HTTPServer, _ connection: OpaquePointer) {
            (self.source, self.server, self.connection) = (source, server, connection)
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> SourceReader? {
            context.map { Unmanaged<SourceReader>.fromOpaque($0).takeUnretainedValue() }
        }

        func read(_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
            guard let server, server.daemon != nil, let buffer else { return LW_MHD_END }
            guard let count = source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) else {
                return LW_MHD_END
            }
            if count == 0 {
                server.sources[ObjectIdentifier(self)] = self
                server.library.suspend(connection)
            }
            return count
        }

        /// Ends the suspension, if the connection is suspended.
        func wake(_ library: Microhttpd) {
            guard server?.sources.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
            library.resume(connection)
        }

        func end() {
            source.onMore = {}
            server?.sources[ObjectIdentifier(self)] = nil
        }
    }
}

extension HTTPResponse {
    /// Frees what an answer holds that nobody gets.
    fileprivate func discard() { if case .file(let descriptor, _, _) = body { close(descriptor) } }
}
