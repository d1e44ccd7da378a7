import CPulse
import Glibc
import RadioLoop

/// A stream that lives on a ``PulseConnection``. Called from the loop's inbox.
protocol PulseConnectionMember: AnyObject {
    /// The server answers: streams can be made with ``PulseConnection/context``.
    func connectionIsReady()
    func connectionFailed(_ error: AudioOutputError)
    /// Something about a sink input changed; it may be another program's.
    func sinkInputChanged(_ index: UInt32)
}

/// The one `pa_context` for all streams of a ``PulseSystem``. When the server goes away it tries again until it is shut down.
final class PulseConnection {
    let loop: EventLoop
    let mainloop: PulseMainloop
    /// The server's address; nil is libpulse's own choice (environment, configuration, autospawn).
    let server: String?
    var onEvent: ((AudioSystemEvent) -> Void)?
    /// Valid while `isReady`; owned.
    private(set) var context: OpaquePointer?
    private(set) var isReady = false

    private var members: [ObjectIdentifier: Member] = [:]
    private var devices: PulseDevices?
    /// Questions that wait for their answer.
    private var lists: [ObjectIdentifier: PulseDeviceList] = [:]
    private var serverWatch: PulseServerWatch?
    /// What the server calls itself, without its version; of the last one while there is none.
    private var serverName: String?
    /// When something last happened where the socket is, and that was tried at once.
    private var lastChange: MonotonicInstant?
    private var retryTimer: LoopTimer?
    private var attemptsInARow = 0
    /// Said once for each time the server is away.
    private var hasSaidLost = false

    private struct Member { weak var value: (any PulseConnectionMember)? }

    /// Between attempts. A server that listens on a socket of this machine is noticed sooner: see ``PulseServerWatch``.
    static let retryInterval = Duration.seconds(1)
    /// From the first sign of a socket until its server listens.
    static let settling = Duration.milliseconds(30)
    /// libpulse starts a server by running a program and waiting for it, which blocks the loop: only every so many attempts.
    static let attemptsPerAutospawn = 15

    init(loop: EventLoop, server: String?) {
        self.loop = loop
        self.server = server
        mainloop = PulseMainloop(loop: loop)
    }

    deinit { shutDown() }

    // MARK: Members

    func add(_ member: any PulseConnectionMember) {
        members[ObjectIdentifier(member)] = Member(value: member)
        connect()
    }

    func remove(_ member: any PulseConnectionMember) { members[ObjectIdentifier(member)] = nil }

    private func eachMember(_ body: (any PulseConnectionMember) -> Void) {
        for member in members.values.compactMap(\.value) { body(member) }
    }

    /// Asks for all devices, connecting first when that is needed. The answer comes from the inbox, unless the connection is shut down before.
    func listDevices(_ answer: @escaping PulseDeviceList.Answer) {
        let list = PulseDeviceList(connection: self, answer)
        lists[ObjectIdentifier(list)] = list
        add(list)
        if isReady { list.connectionIsReady() }
    }

    func forget(_ list: PulseDeviceList) {
        remove(list)
        lists[ObjectIdentifier(list)] = nil
    }

    // MARK: Connecting

    /// Connects unless that is done or under way.
    func connect() {
        guard context == nil else { return }
        retryTimer?.disarm()
        guard let context = newContext(sharesMemory: false) ?? newContext(sharesMemory: true) else {
            return loop.post { [weak self] in self?.failed("out of memory") }
        }
        self.context = context
        pa_context_set_state_callback(
            context,
            { context, userdata in
                let connection = Unmanaged<PulseConnection>.fromOpaque(userdata!).takeUnretainedValue()
                connection.loop.post { [weak connection] in connection?.stateChanged(of: context) }
            }, Unmanaged.passUnretained(self).toOpaque())
        let mayAutospawn = attemptsInARow % Self.attemptsPerAutospawn == 0
        attemptsInARow += 1
        let flags = mayAutospawn ? PA_CONTEXT_NOFLAGS : PA_CONTEXT_NOAUTOSPAWN
        if pa_context_connect(context, server, flags, nil) < 0 {
            let reason = Self.reason(pa_context_errno(context))
            loop.post { [weak self] in
                guard let self, self.context == context else { return }
                self.failed(reason)
            }
        }
    }

    /// Over the socket alone, unless memory is shared: in memory that is shared with a server that dies, libpulse meets states
    /// that it ends the whole program for. But what is not shared it takes from the process's own data, 64 MB of addresses: nil
    /// where a limit (RLIMIT_DATA) does not allow that.
    private func newContext(sharesMemory: Bool) -> OpaquePointer? {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Longwave")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "longwave")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-x-generic")
        if !sharesMemory { pa_proplist_sets(properties, PA_PROP_CONTEXT_FORCE_DISABLE_SHM, "true") }
        return pa_context_new_with_proplist(mainloop.api, "Longwave", properties)
    }

    func shutDown() {
        retryTimer?.cancel()
        retryTimer = nil
        serverWatch = nil
        attemptsInARow = 0
        hasSaidLost = false
        let waiting = lists.values
        lists = [:]
        for list in waiting { list.abandon() }
        letGo()
    }

    private func stateChanged(of changed: OpaquePointer?) {
        guard let context, changed == context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            if !isReady { becameReady(context) }
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            failed(Self.reason(pa_context_errno(context)))
        default:
            break
        }
    }

    private func becameReady(_ context: OpaquePointer) {
        isReady = true
        attemptsInARow = 0
        hasSaidLost = false
        serverWatch = nil
        // Streams first: what follows is not urgent. Then changes, so that none is missed between a list and what comes after it.
        eachMember { $0.connectionIsReady() }
        subscribe(context)
        devices = PulseDevices(context: context, loop: loop) { [weak self] in self?.onEvent?($0) }
        askWhoItIs(context)
    }

    private func askWhoItIs(_ context: OpaquePointer) {
        let operation = pa_context_get_server_info(
            context,
            { context, info, me in
                let connection = Unmanaged<PulseConnection>.fromOpaque(me!).takeUnretainedValue()
                let name = info?.pointee.server_name.map { String(cString: $0) }
                connection.loop.post { [weak connection] in
                    guard let connection, connection.context == context else { return }
                    connection.met(name)
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        PulseOperation.forget(operation)
    }

    private func met(_ name: String?) {
        // "PulseAudio (on PipeWire 0.3.65)": a newer version is the same server.
        let plain = name.map { String($0.prefix { !$0.isNumber }) }
        if let plain, let serverName, serverName != plain { onEvent?(.serverReplaced) }
        serverName = plain ?? serverName
        onEvent?(.serverConnected)
    }

    private func failed(_ reason: String) {
        let error: AudioOutputError = isReady ? .serverLost(reason) : .noServer(advice(reason))
        letGo()
        waitForServer()
        eachMember { $0.connectionFailed(error) }
        guard !hasSaidLost else { return }
        hasSaidLost = true
        onEvent?(.serverLost(reason))
    }

    private func waitForServer() {
        let timer = retryTimer ?? loop.makeTimer { [weak self] in self?.connect() }
        retryTimer = timer
        timer.rearm(after: Self.retryInterval)
        if serverWatch == nil {
            serverWatch = PulseServerWatch(loop: loop, server: server) { [weak self] in self?.serverMayBeBack() }
        }
    }

    /// Tried at once, but never in a circle: a server that dies again and again is met once a second.
    private func serverMayBeBack() {
        guard context == nil, let retryTimer else { return }
        let now = loop.now
        if let lastChange, lastChange.duration(to: now) < Self.retryInterval { return }
        lastChange = now
        retryTimer.rearm(after: Self.settling)
    }

    private func letGo() {
        isReady = false
        devices = nil
        guard let context else { return }
        self.context = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    // MARK: Changes in the server

    private func subscribe(_ context: OpaquePointer) {
        pa_context_set_subscribe_callback(
            context,
            { context, type, index, userdata in
                let connection = Unmanaged<PulseConnection>.fromOpaque(userdata!).takeUnretainedValue()
                connection.loop.post { [weak connection] in
                    guard let connection, connection.context == context else { return }
                    connection.changed(type.rawValue, index)
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        let mask =
            PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_CARD.rawValue
            | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
        PulseOperation.forget(pa_context_subscribe(context, pa_subscription_mask_t(mask), nil, nil))
    }

    private func changed(_ type: UInt32, _ index: UInt32) {
        let facility = type & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
        let kind = type & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
        let isRemoval = kind == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
        switch facility {
        case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue:
            if !isRemoval { eachMember { $0.sinkInputChanged(index) } }
        case PA_SUBSCRIPTION_EVENT_SINK.rawValue:
            if isRemoval {
                devices?.sinkRemoved(index)
            } else if kind == PA_SUBSCRIPTION_EVENT_NEW.rawValue {
                devices?.sinkAdded(index)
            } else {
                devices?.sinkChanged(index)
            }
        case PA_SUBSCRIPTION_EVENT_CARD.rawValue:
            devices?.listSinks()
        default:
            break
        }
    }

    // MARK: Words

    static func reason(_ code: Int32) -> String { pa_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    /// What a listener can do when no server answers.
    private func advice(_ reason: String) -> String {
        if server == nil, let named = getenv("PULSE_SERVER").map({ String(cString: $0) }), !named.isEmpty {
            let remedy = "correct the variable, or unset it to use this session's server"
            return "\(reason) at \(named), set by PULSE_SERVER: \(remedy)"
        }
        let start =
            geteuid() == 0
            ? "PulseAudio does not start by itself for root: run as an ordinary user, or run `pulseaudio --start` first"
            : "run `pulseaudio --start`, or install pipewire-pulse or pulseaudio"
        return "\(reason); \(start)"
    }
}
