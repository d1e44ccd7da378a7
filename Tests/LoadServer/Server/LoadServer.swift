import Glibc
import RadioLoop
import TestSupport

/// A server that simulates thousands of stations, to test title loggers (CONTRIBUTING.md): sound at 128 kbit/s,
/// scripted titles, many metaints, charsets and forms of blocks, and faults.
///
/// The server runs on the event loop's thread. It sends to a part of its connections every ten milliseconds
/// (``BiteWheel``), so that it does not send to all of them at once.
package final class LoadServer {
    package let ports: [UInt16]
    package private(set) var summary = LoadSummary()

    private let loop: EventLoop
    private let options: LoadOptions
    private let ring: [UInt8]
    private let mounts: [LoadMount]
    private let listening: [ListeningSocket]
    private var watches: [DescriptorWatch] = []
    private let log: SentLog?
    private var wheel: BiteWheel
    private var connections: [ObjectIdentifier: LoadConnection] = [:]
    private var listeners = 0
    private var scratch: [UInt8] = []
    private let began = MonotonicInstant.now
    private var ticks = 0
    private var timer: LoopTimer?
    /// The maximum number of connections that the server accepts in one turn of the event loop.
    private static let acceptsPerTurn = 64

    /// Creates the server, which listens at once. It must be created and used on the loop's thread.
    /// - Throws: ``LoadServerError``, or an error from reading the sound.
    package init(loop: EventLoop, _ options: LoadOptions) throws {
        self.loop = loop
        self.options = options
        // A client may connect again before the server notices that the old connection is gone.
        try DescriptorLimit.raise(for: options.streams * 2)
        ring =
            switch options.format {
            case .mp3: try Sample.mp3.read()
            case .ogg: OggComposer.sound(seconds: 40)
            }
        log = try options.sentLog.map { path throws(LoadServerError) in try SentLog(path: path) }
        wheel = BiteWheel(bites: options.bites)
        let began = began
        var random = SeededGenerator(seed: options.seed)
        mounts = (0..<options.streams).map { number in
            let plan = MountPlan(number: number, hasFaults: options.hasFaults, format: options.format)
            return LoadMount(
                plan, script: TitleScript(plan, every: options.titleEvery, seed: options.seed),
                start: began.advanced(by: options.titleEvery * -Double.random(in: 0...0.7, using: &random)))
        }
        listening = try (0..<max(1, options.hosts)).map { host throws(LoadServerError) in
            try ListeningSocket(
                address: options.address, port: options.port == 0 ? 0 : options.port + UInt16(host))
        }
        ports = listening.map(\.port)
        watches = try listening.map { socket in
            try loop.watch(socket.descriptor, for: .readable) { [weak self] _ in self?.accept(from: socket) }
        }
        timer = loop.makeTimer { [weak self] in self?.tick() }
        scheduleTick()
    }

    deinit { stop() }

    /// Closes the ports and all connections.
    package func stop() {
        for watch in watches { watch.cancel() }
        watches = []
        timer?.cancel()
        for connection in Array(connections.values) { end(connection, byPeer: false, reason: "the server ends") }
        log?.flush()
    }

    /// Returns the address of a mount.
    package func url(of mount: Int) -> String { base(mount % ports.count) + mounts[mount].plan.path }

    /// The mounts as a station list (`stations.json`).
    package var library: String {
        LoadLibrary.json(mounts.map { (plan: $0.plan, url: url(of: $0.plan.number)) })
    }

    private func base(_ host: Int) -> String { "http://\(options.address):\(ports[host])" }

    // MARK: Connections

    private func accept(from socket: ListeningSocket) {
        for _ in 0..<Self.acceptsPerTurn {
            guard let descriptor = socket.accept() else { return }
            summary.connections += 1
            guard
                let connection = try? LoadConnection(
                    number: summary.connections, descriptor: descriptor, server: self, loop: loop)
            else { continue }
            connections[ObjectIdentifier(connection)] = connection
        }
    }

    /// Responds to a client's request.
    /// - Parameter request: The request, or nil if it cannot be read.
    func answer(_ connection: LoadConnection, _ request: LoadRequest?) {
        guard let request else {
            return refuse(connection, "405 Method Not Allowed", "Allow: GET\r\n")
        }
        if options.hasStatusPage, request.path == StatusPage.path { return answerPage(connection, request) }
        guard request.path.hasPrefix("/s/"), let number = Int(request.path.dropFirst(3)),
            mounts.indices.contains(number)
        else { return refuse(connection, "404 Not Found") }
        let mount = mounts[number]
        let now = MonotonicInstant.now
        if let until = mount.refusedUntil, now < until {
            return refuse(
                connection, "503 Service Unavailable", "Retry-After: \(Int(LoadFault.refusal.inSeconds))\r\n")
        }
        letIn(connection, mount, withTitles: request.wantsTitles, now)
    }

    private func refuse(_ connection: LoadConnection, _ status: String, _ more: String = "") {
        summary.refusals += 1
        connection.finish(
            with: Array("HTTP/1.0 \(status)\r\n\(more)Content-Length: 0\r\nConnection: close\r\n\r\n".utf8))
    }

    private func letIn(
        _ connection: LoadConnection, _ mount: LoadMount, withTitles: Bool, _ now: MonotonicInstant
    ) {
        if mount.listeners > 0 { summary.doubledListeners += 1 }
        mount.listeners += 1
        mount.connections += 1
        listeners += 1
        summary.mostListeners = max(summary.mostListeners, listeners)
        note(mount, connection.number, .connect)
        let listener = LoadListener(
            connection, mount: mount, withTitles: withTitles, ringSize: ring.count, options: options, now: now)
        connection.listener = listener
        listener.start()
        wheel.add(connection)
        serve(connection, at: now)
    }

    /// Ends a connection and records its end.
    func end(_ connection: LoadConnection, byPeer: Bool, reason: String, byReset: Bool = false) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        wheel.remove(connection)
        connection.close(byReset: byReset)
        guard let mount = connection.listener?.mount else { return }
        // The connection and its listener refer to each other, so they would otherwise never be released.
        connection.listener = nil
        mount.listeners -= 1
        listeners -= 1
        note(mount, connection.number, .end(byPeer: byPeer, reason: reason))
    }

    private func note(_ mount: LoadMount, _ connection: Int, _ event: SentLine.Event) {
        log?.add(
            SentLine(time: SentTime.now, mount: mount.plan.number, connection: connection, event: event))
    }

    // MARK: Bites

    private func tick() {
        let now = MonotonicInstant.now
        let due = Int(began.duration(to: now).nanoseconds / 1_000_000) / BiteWheel.tick
        // After a delay of more than one period of the wheel, each connection is served only once.
        for tick in max(ticks, due - wheel.slots.count)..<max(ticks, due) {
            for connection in wheel.slots[tick % wheel.slots.count] { serve(connection, at: now) }
        }
        ticks = max(ticks, due)
        log?.flush()
        scheduleTick()
    }

    private func scheduleTick() {
        timer?.rearm(at: began.advanced(by: .milliseconds((ticks + 1) * BiteWheel.tick)))
    }

    private func serve(_ connection: LoadConnection, at now: MonotonicInstant) {
        guard let listener = connection.listener else { return }
        let outcome = ring.withUnsafeBufferPointer { ring in
            listener.bite(at: now, ring: ring, scratch: &scratch) { title in
                summary.titles += 1
                note(listener.mount, connection.number, .title(title))
            }
        }
        if case .ends(let reason, let byReset) = outcome {
            end(connection, byPeer: false, reason: reason, byReset: byReset)
        }
    }

    // MARK: The status page

    /// Responds with the status page for the mounts of the port in the request's `Host`.
    private func answerPage(_ connection: LoadConnection, _ request: LoadRequest) {
        summary.statusPages += 1
        let host = request.host.flatMap { name in ports.firstIndex { name.hasSuffix(":\($0)") } } ?? 0
        let shown = mounts.filter { $0.plan.number % ports.count == host }
        let now = MonotonicInstant.now
        for mount in shown {
            mount.advance(to: now)
            guard mount.serialOnPage != mount.serial else { continue }
            mount.serialOnPage = mount.serial
            note(mount, 0, .page(mount.title))
        }
        connection.finish(with: StatusPage.answer(StatusPage.json(shown, base: base(host)), asked: request.tag))
    }
}
