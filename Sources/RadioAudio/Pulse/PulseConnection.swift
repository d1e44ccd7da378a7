import CPulse
import Glibc
import RadioLoop

/// A user of a ``PulseConnection``, such as a stream. Called from the loop's inbox.
protocol PulseConnectionMember: AnyObject {
    /// Called when the connection is established. Streams can be created with ``PulseConnection/context`` from now on.
    func connectionIsReady()
    func connectionFailed(_ error: AudioOutputError)
    /// A stream at the server (a sink input) changed, perhaps another program's.
    func sinkInputChanged(_ index: UInt32)
}

/// The `pa_context` shared by all streams of a ``PulseSystem``.
///
/// When the server disappears, the connection tries to reconnect until it is shut down.
final class PulseConnection {
    let loop: EventLoop
    let mainloop: PulseMainloop
    /// Address of the server; nil for libpulse's own choice (environment, configuration, autospawn).
    let server: String?
    var onEvent: ((AudioSystemEvent) -> Void)?
    /// The libpulse context, owned by this object. Streams may be created while ``isReady`` is true.
    private(set) var context: OpaquePointer?
    private(set) var isReady = false

    private var members: [ObjectIdentifier: Member] = [:]
    private var devices: PulseDevices?
    /// Requests for device lists that are not answered yet.
    private var lists: [ObjectIdentifier: PulseDeviceList] = [:]
    private var serverWatch: FileWatch?
    /// The name of the last connected server without its version, also after the connection is lost.
    private var serverName: String?
    /// Time of the last change in the folder of the server's socket that led to an early attempt to connect.
    private var lastChange: MonotonicInstant?
    private var retryTimer: LoopTimer?
    private var attemptsInARow = 0
    /// True once the loss of the server was reported; false again when a server answers.
    private var hasSaidLost = false

    /// A reference to a user of the connection. The connection does not keep its users alive.
    private struct Member { weak var value: (any PulseConnectionMember)? }

    /// Time between attempts to connect. If the server has a local socket, a ``FileWatch`` notices it sooner.
    static let retryInterval = Duration.seconds(1)
    /// Time between a change in the folder of the server's socket and the attempt to connect, because a new server does
    /// not listen at once.
    static let settling = Duration.milliseconds(30)
    /// Of this many attempts to connect, only one may start a server, because libpulse then runs a program, which
    /// blocks the loop.
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

    /// Lists all devices, after connecting if needed. `answer` is called from the loop's inbox, or with an error by
    /// ``shutDown()``.
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

    /// Connects, unless a connection exists or is being established.
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

    /// Returns a new context; nil if there is not enough memory.
    ///
    /// Without shared memory, all sound goes through the socket. This is preferred, because a dying server can leave
    /// shared memory in a state for which libpulse aborts the program. Without shared memory, however, libpulse
    /// reserves 64 MB of address space in the process's own data, which a limit (RLIMIT_DATA) may forbid.
    private func newContext(sharesMemory: Bool) -> OpaquePointer? {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Longwave")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "longwave")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-x-generic")
        if !sharesMemory { pa_proplist_sets(properties, PA_PROP_CONTEXT_FORCE_DISABLE_SHM, "true") }
        return pa_context_new_with_proplist(mainloop.api, "Longwave", properties)
    }

    /// Disconnects and ends all attempts to connect. Unanswered requests for device lists get an error.
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

    /// Tells the members that the connection is established, subscribes to changes, and asks for devices and the
    /// server's name.
    private func becameReady(_ context: OpaquePointer) {
        isReady = true
        attemptsInARow = 0
        hasSaidLost = false
        serverWatch = nil
        // The members are called first, because they create streams, and sound is more urgent than the device list. The
        // subscription precedes the request for the device list, so that no change is missed.
        eachMember { $0.connectionIsReady() }
        subscribe(context)
        devices = PulseDevices(context: context, loop: loop) { [weak self] in self?.onEvent?($0) }
        askWhoItIs(context)
    }

    /// Asks for the server's name.
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

    /// Reports that the server is connected. If the server is of another kind than the previous one, such as PipeWire
    /// instead of PulseAudio, reports that first.
    private func met(_ name: String?) {
        // In a name such as "PulseAudio (on PipeWire 0.3.65)", the version is ignored, because an update does not make
        // another kind of server.
        let plain = name.map { String($0.prefix { !$0.isNumber }) }
        if let plain, let serverName, serverName != plain { onEvent?(.serverReplaced) }
        serverName = plain ?? serverName
        onEvent?(.serverConnected)
    }

    /// Handles a lost or failed connection: tells the members, and tries again later.
    private func failed(_ reason: String) {
        let error: AudioOutputError = isReady ? .serverLost(reason) : .noServer(advice(reason))
        letGo()
        waitForServer()
        eachMember { $0.connectionFailed(error) }
        guard !hasSaidLost else { return }
        hasSaidLost = true
        onEvent?(.serverLost(reason))
    }

    /// Tries to connect again after ``retryInterval``, or sooner when the server's socket changes.
    private func waitForServer() {
        let timer = retryTimer ?? loop.makeTimer { [weak self] in self?.connect() }
        retryTimer = timer
        timer.rearm(after: Self.retryInterval)
        if serverWatch == nil {
            serverWatch = PulseServerAddress.socketPath(server).map { socket in
                FileWatch(loop, [socket], isSocket: true) { [weak self] in
                    if access(socket, F_OK) == 0 { self?.serverMayBeBack() }
                }
            }
        }
    }

    /// Tries to connect again after ``settling``, but at most once a second, in case a server crashes again and again.
    private func serverMayBeBack() {
        guard context == nil, let retryTimer else { return }
        let now = loop.now
        if let lastChange, lastChange.duration(to: now) < Self.retryInterval { return }
        lastChange = now
        retryTimer.rearm(after: Self.settling)
    }

    /// Disconnects and releases the context.
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

    /// Subscribes to changes of sinks, cards and sink inputs.
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

    /// Handles a change that the server reported.
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

    // MARK: Messages

    static func reason(_ code: Int32) -> String { pa_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    /// Returns why the connection failed, together with advice about what a listener can do.
    private func advice(_ reason: String) -> String {
        if server == nil, let named = getenv("PULSE_SERVER").map({ String(cString: $0) }), !named.isEmpty {
            let remedy = "correct the variable, or unset it to use this session's server"
            return "\(reason) at \(named), set by PULSE_SERVER: \(remedy)"
        }
        let start =
            geteuid() == 0
            ? "PulseAudio does not start by itself for root: run as another user, or run \"pulseaudio --start\" first"
            : "run \"pulseaudio --start\", or install pipewire-pulse or pulseaudio"
        return "\(reason); \(start)"
    }
}
