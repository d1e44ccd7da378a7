import CMosquitto
import Glibc
import Longwave
import RadioFormats
import RadioLoop

/// Reports the player to an MQTT server, and carries out the orders that come from there. Used on the player's loop
/// only.
package final class MQTTFront {
    private let library: Mosquitto
    private let options: MQTTOptions
    private var messages: MQTTMessages
    private let link: any PlayerLink
    private let gate: RemoteGate
    private let stations: RemoteLibrary
    private let manager: PlaybackManager
    private let report: (String) -> Void

    /// The connection; its `client` is libmosquitto's.
    private struct Connection {
        let client: OpaquePointer
        var watch: DescriptorWatch?
        /// Whether the server has accepted the client.
        var isReady = false
        /// The payloads that the server has, by their topics.
        var told: [String: String] = [:]
    }
    private var connection: Connection?
    private var timer: LoopTimer?
    private var retries = RetryCount()
    /// Whether the server's failure was reported, and it has not worked since.
    private var hasFailed = false
    private var isTellingPosted = false
    private var isClosed = false
    /// Handles an event that came from outside the loop's own work.
    private var handle: (Event) -> Void = { _ in }

    private enum Event {
        /// The server's name was looked up.
        case address(String?)
        /// The server has accepted or refused the client.
        case connected(Int32)
        case message(String, [UInt8])
    }

    private static let retry: RetryPolicy = {
        var policy = RetryPolicy()
        (policy.steadyDelay, policy.maximumDelay, policy.growth, policy.jitter) = (.seconds(2), .seconds(120), 2, 0.2)
        return policy
    }()
    /// How long the server waits for a sign of life, in seconds, and how often libmosquitto looks whether one is due.
    private static let keepAlive: Int32 = 60, tick = Duration.seconds(20)
    /// How long a connection may take until the server has accepted it.
    private static let patience = Duration.seconds(20)

    /// Begins to connect.
    /// - Parameters:
    ///   - stations: the stations that can be chosen.
    ///   - page: the address of the player's web page; nil if other computers cannot reach it.
    ///   - report: called with sentences for the operator.
    /// - Throws: `RuntimeLibrary.Missing` if libmosquitto is not installed.
    package init(
        _ radio: Radio, _ options: MQTTOptions, _ stations: RemoteLibrary, page: String?,
        _ manager: isolated PlaybackManager, report: @escaping (String) -> Void
    ) throws(RuntimeLibrary.Missing) {
        library = try Mosquitto.shared.get()
        self.options = options
        messages = MQTTMessages(options)
        messages.page = page
        link = radio.playerLink(on: manager)
        gate = RemoteGate(radio, stations)
        self.stations = stations
        self.manager = manager
        self.report = report
        link.onChange = { [weak self] _, _ in self?.tellLater(manager) }
        handle = { [weak self] in self?.take($0, manager) }
        timer = manager.loop.makeTimer { [weak self] in self?.tick(manager) }
        look(manager)
    }

    deinit {
        timer?.cancel()
        drop()
    }

    /// Says goodbye to the server.
    package func close(_ manager: isolated PlaybackManager) {
        isClosed = true
        link.onChange = nil
        if connection?.isReady == true {
            publish(messages.topic("availability"), "offline")
            if let client = connection?.client { _ = library.disconnect(client) }
        }
        drop()
        timer?.cancel()
    }

    // MARK: Connecting

    /// Looks up the server's name on a thread of its own, because that may take long.
    private func look(_ manager: isolated PlaybackManager) {
        let (host, port) = (options.host, options.port)
        nonisolated(unsafe) weak let owner = self  // Used on the loop's thread only.
        let loop = manager.loop
        let isStarted = LoopThread.startIfPossible {
            let address = Self.address(of: host, port: port)
            loop.postFromAnyThread { owner?.handle(.address(address)) }
        }
        if !isStarted { fail("no thread can be started", manager) }
    }

    private static func address(of host: String, port: Int) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let first = list?.pointee else { return nil }
        defer { freeaddrinfo(list) }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            first.ai_addr, first.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        return code == 0 ? name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } : nil
    }

    private func connect(to address: String?, _ manager: isolated PlaybackManager) {
        guard !isClosed, connection == nil else { return }
        guard let address else { return fail("\(options.host) has no address", manager) }
        let me = Unmanaged.passUnretained(self).toOpaque()
        guard let client = library.new(nil, true, me) else { return fail("out of memory", manager) }
        connection = Connection(client: client)
        let topic = messages.topic("availability")
        _ = library.setWill(client, topic, 7, "offline", 1, true)
        if let user = options.user { _ = library.setUser(client, user, options.password) }
        if options.usesTLS { _ = library.setOption(client, LW_MOSQUITTO_OS_CERTIFICATES, 1) }
        library.setOnConnect(client) { _, me, code in
            if let me { Unmanaged<MQTTFront>.fromOpaque(me).takeUnretainedValue().post(.connected(code)) }
        }
        library.setOnMessage(client) { _, me, message in
            guard let me, let message = message?.pointee, let topic = message.topic else { return }
            let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(max(message.count, 0)))
            Unmanaged<MQTTFront>.fromOpaque(me).takeUnretainedValue().post(
                .message(String(cString: topic), Array(bytes)))
        }
        // A certificate is for the server's name. That name was just looked up, so that its next look-up is quick.
        let code = library.connect(
            client, options.usesTLS ? options.host : address, Int32(options.port), Self.keepAlive)
        guard code == LW_MOSQUITTO_SUCCESS, case let socket = library.socket(client), socket >= 0 else {
            return fail(library.error(code), manager)
        }
        let watch = try? manager.loop.watch(socket, for: [.readable, .writable]) { [weak self] in
            self?.happened($0, manager)
        }
        guard let watch else { return fail("the connection cannot be watched", manager) }
        connection?.watch = watch
        timer?.rearm(after: Self.patience)
    }

    private func happened(_ events: DescriptorEvents, _ manager: isolated PlaybackManager) {
        guard let client = connection?.client else { return }
        var code = LW_MOSQUITTO_SUCCESS
        if events.contains(.writable) { code = library.write(client, 1) }
        if code == LW_MOSQUITTO_SUCCESS, !events.isDisjoint(with: [.readable, .hangup, .error]) {
            code = library.read(client, 1)
        }
        settle(code, manager)
    }

    /// Waits for what libmosquitto waits for, or gives the connection up.
    private func settle(_ code: Int32, _ manager: isolated PlaybackManager) {
        guard let client = connection?.client else { return }
        guard code == LW_MOSQUITTO_SUCCESS, library.socket(client) >= 0 else {
            return fail(library.error(code), manager)
        }
        connection?.watch?.update(library.wantsToWrite(client) ? [.readable, .writable] : .readable)
    }

    private func tick(_ manager: isolated PlaybackManager) {
        guard let connection else { return look(manager) }
        guard connection.isReady else { return fail("it does not answer", manager) }
        // A server that ends each connection at once is asked less and less often.
        retries = RetryCount()
        settle(library.tick(connection.client), manager)
        if self.connection != nil { timer?.rearm(after: Self.tick) }
    }

    private func fail(_ reason: String, _ manager: isolated PlaybackManager) {
        drop()
        guard !isClosed else { return }
        if !hasFailed { report("the MQTT server \(options.host):\(options.port) cannot be used: \(reason)") }
        hasFailed = true
        timer?.rearm(after: retries.fail(Self.retry, chance: .random(in: 0...1)))
    }

    private func drop() {
        guard let connection else { return }
        self.connection = nil
        connection.watch?.cancel()
        library.destroy(connection.client)
    }

    // MARK: Events

    /// Handles an event of a callback after libmosquitto has returned.
    private func post(_ event: Event) {
        manager.loop.post { [weak self] in self?.handle(event) }
    }

    private func take(_ event: Event, _ manager: isolated PlaybackManager) {
        switch event {
        case .address(let address): connect(to: address, manager)
        case .connected(let code): connected(code, manager)
        case .message(let topic, let payload): received(topic, payload, manager)
        }
    }

    // MARK: Telling

    private func connected(_ code: Int32, _ manager: isolated PlaybackManager) {
        guard let client = connection?.client else { return }
        guard code == 0 else { return fail(library.refusal(code), manager) }
        if hasFailed { report("the MQTT server \(options.host):\(options.port) answers again") }
        hasFailed = false
        connection?.isReady = true
        for topic in messages.orders { _ = library.subscribe(client, nil, topic, 1) }
        timer?.rearm(after: Self.tick)
        offer(manager)
    }

    /// Tells the server everything, with the stations that can be chosen now: the favourites or, without any, the first
    /// stations of the lists.
    private func offer(_ manager: isolated PlaybackManager) {
        connection?.told = [:]
        stations.read(on: manager) { [weak self] search, _ in
            guard let self else { return }
            let favourites = search.items(.favourites).map(\.station)
            let offered = favourites.isEmpty ? search.library.stations : favourites
            messages.stations = Array(offered.prefix(MQTTMessages.maximumStations))
            tell(manager)
        }
    }

    private func tellLater(_ manager: isolated PlaybackManager) {
        guard connection?.isReady == true, !isTellingPosted else { return }
        isTellingPosted = true
        manager.loop.post { [weak self] in
            self?.isTellingPosted = false
            self?.tell(manager)
        }
    }

    /// Publishes what differs from what the server has.
    private func tell(_ manager: isolated PlaybackManager) {
        guard connection?.isReady == true else { return }
        let state = link.state(manager)
        publish(messages.discoveryTopic, messages.discovery(current: state.snapshot.item?.station.name))
        // Home Assistant refuses a station that it was not offered before.
        for (topic, payload) in messages.state(state).sorted(by: { $0.key < $1.key }) { publish(topic, payload) }
        settle(LW_MOSQUITTO_SUCCESS, manager)
    }

    private func publish(_ topic: String, _ payload: String) {
        guard let client = connection?.client, connection?.told[topic] != payload else { return }
        connection?.told[topic] = payload
        _ = library.publish(client, nil, topic, Int32(payload.utf8.count), payload, 0, true)
    }

    private func received(_ topic: String, _ payload: [UInt8], _ manager: isolated PlaybackManager) {
        do throws(PlayerCommandError) {
            switch try messages.order(topic, payload) {
            case .player(let command):
                gate.perform(command, on: manager) { [report] in
                    if case .failure(let error) = $0 {
                        report("an order over MQTT was not carried out: \(error.sentence)")
                    }
                }
            case .announce: offer(manager)
            case nil: break
            }
        } catch { report("an order over MQTT was not understood: \(error.sentence)") }
    }
}
