import CCurl
import RadioFormats
import RadioLoop

/// Owns libcurl's multi handle, the handle's descriptors and timer on the loop, and all active transfers.
///
/// libcurl is called only from event handlers and from the inbox of the loop, never from libcurl's own callbacks.
final class CurlMulti {
    /// The resources that all transfers share.
    struct Resources {
        /// libcurl's share handle, which keeps the TLS sessions. Addresses of host names are kept in the multi handle
        /// itself.
        let share: UnsafeMutableRawPointer
        /// The status lines that libcurl accepts although they do not begin with HTTP.
        let aliases: CurlList
        /// The file of certificates that is trusted instead of the system's.
        var certificateFile: String?
    }

    let loop: EventLoop
    var resources: Resources
    private var multi: UnsafeMutableRawPointer?
    private var timer: LoopTimer?
    private var watches: [Int32: DescriptorWatch] = [:]
    /// For each descriptor that libcurl waits on, the transfer that uses the descriptor.
    private var holders: [Int32: Holder] = [:]
    /// The transfers inside libcurl. This dictionary keeps them alive, because libcurl holds bare pointers to them.
    private var active: [ObjectIdentifier: Transfer] = [:]
    /// The transfers that were started but not passed to libcurl yet, in the order of their start.
    private var waiting: [Transfer] = []
    private(set) var connecting = 0
    private var isAdmitting = false
    private var isReaping = false
    private var isClosed = false
    /// The number of calls into libcurl that are running. Above zero, the multi handle must not be cleaned up.
    private var depth = 0

    /// Creates the multi handle and connects its socket and timer callbacks with the loop.
    /// - Parameters:
    ///   - maximumIdleConnections: The number of idle connections that are kept for later requests.
    ///   - maximumHostConnections: The number of connections to one host at a time. Zero sets no limit.
    init(
        loop: EventLoop, maximumIdleConnections: Int = 16, maximumHostConnections: Int = 0
    ) throws(TransferError) {
        guard CurlLibrary.isReady, let multi = curl_multi_init() else { throw .resources("libcurl cannot start") }
        guard let share = curl_share_init() else {
            curl_multi_cleanup(multi)
            throw .resources("libcurl cannot start")
        }
        self.loop = loop
        self.multi = multi
        _ = longwave_share_setopt_lock(share, CURL_LOCK_DATA_SSL_SESSION)
        resources = Resources(share: share, aliases: CurlList(["ICY 200 OK"]))
        timer = loop.makeTimer(keepsRealTime: true) { [weak self] in self?.act(on: CURL_SOCKET_TIMEOUT, 0) }
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = longwave_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, maximumIdleConnections)
        _ = longwave_multi_setopt_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, maximumHostConnections)
        _ = longwave_multi_setopt_pointer(multi, CURLMOPT_SOCKETDATA, context)
        _ = longwave_multi_setopt_socket(multi, CURLMOPT_SOCKETFUNCTION, Self.socketChanged)
        _ = longwave_multi_setopt_pointer(multi, CURLMOPT_TIMERDATA, context)
        _ = longwave_multi_setopt_timer(multi, CURLMOPT_TIMERFUNCTION, Self.timerChanged)
    }

    deinit {
        close()
        curl_share_cleanup(resources.share)
    }

    // MARK: Transfers

    func start(_ transfer: Transfer) {
        waiting.append(transfer)
        admitLater()
    }

    /// Removes a cancelled transfer. A transfer that was already passed to libcurl is removed at the end of the turn.
    func discard(_ transfer: Transfer) {
        if active[ObjectIdentifier(transfer)] == nil {
            waiting.removeAll { $0 === transfer }
        } else {
            post { [weak self] in self?.remove(transfer) }
        }
    }

    /// Removes a transfer at once. Must not be called from inside a callback of libcurl.
    func removeNow(_ transfer: Transfer) {
        precondition(depth == 0, "inside the library")
        remove(transfer)
    }

    func post(_ work: @escaping () -> Void) { loop.post(work) }

    /// Lets libcurl deliver the bytes that it held back during a pause. Call this from the loop's inbox only.
    func resume(_ transfer: Transfer, _ handle: EasyHandle) {
        let code = inside { curl_easy_pause(handle.curl, CURLPAUSE_CONT) }
        if code != CURLE_OK { finish([(transfer, code)]) }
    }

    func connectBegins(_ transfer: Transfer) {
        guard !transfer.isConnecting else { return }
        transfer.isConnecting = true
        connecting += 1
    }

    func connectEnded(_ transfer: Transfer) {
        guard transfer.isConnecting else { return }
        transfer.isConnecting = false
        connecting -= 1
        if !waiting.isEmpty { admitLater() }
    }

    /// Cancels all transfers and refuses later ones.
    ///
    /// A call from inside one of libcurl's callbacks cleans the multi handle up at the end of the turn.
    func shutDown() {
        isClosed = true
        waiting.removeAll { transfer in
            transfer.abandon()
            return true
        }
        for transfer in active.values { transfer.abandon() }
        if depth > 0 { post { self.close() } } else { close() }
    }

    private func admitLater() {
        guard !isAdmitting else { return }
        isAdmitting = true
        post { [weak self] in self?.admit() }
    }

    /// Passes waiting transfers to libcurl while fewer than ``TransferPool/maximumConnects`` are connecting.
    private func admit() {
        isAdmitting = false
        var refused: [(Transfer, CURLcode?)] = []
        var next = 0
        while next < waiting.count, connecting < TransferPool.maximumConnects {
            let transfer = waiting[next]
            next += 1
            if !add(transfer) { refused.append((transfer, nil)) }
        }
        waiting.removeFirst(next)
        finish(refused)
    }

    /// Adds a transfer to the multi handle. Returns false if that is not possible. The transfer then keeps the reason.
    private func add(_ transfer: Transfer) -> Bool {
        guard let multi, !isClosed else {
            transfer.refuse(.resources("the pool was shut down"))
            return false
        }
        guard let handle = transfer.prepare(resources: resources) else { return false }
        active[ObjectIdentifier(transfer)] = transfer
        connectBegins(transfer)
        let code = curl_multi_add_handle(multi, handle.curl)
        guard code == CURLM_OK else {
            active[ObjectIdentifier(transfer)] = nil
            connectEnded(transfer)
            transfer.refuse(.resources(String(cString: curl_multi_strerror(code))))
            return false
        }
        return true
    }

    private func remove(_ transfer: Transfer) {
        guard let multi, active[ObjectIdentifier(transfer)] != nil else { return }
        if let handle = transfer.handle { curl_multi_remove_handle(multi, handle.curl) }
        active[ObjectIdentifier(transfer)] = nil
        connectEnded(transfer)
        transfer.release()
    }

    /// Removes ended transfers from libcurl, and then reports their end to their delegates.
    ///
    /// All of these transfers are removed before the first report, so the delegates may start and cancel transfers.
    private func finish(_ ended: [(Transfer, CURLcode?)]) {
        for (transfer, _) in ended { detach(transfer) }
        for (transfer, code) in ended { transfer.finish(code) }
    }

    /// Removes a transfer like ``remove(_:)``, but keeps its easy handle, from which the error and the timings are read
    /// afterwards.
    private func detach(_ transfer: Transfer) {
        guard let multi, active.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        if let handle = transfer.handle { curl_multi_remove_handle(multi, handle.curl) }
        connectEnded(transfer)
    }

    /// Cancels the watches and the timer, removes all transfers and cleans the multi handle up.
    private func close() {
        isClosed = true
        guard let multi else { return }
        // From here on, libcurl must not call back into this object, because this method may have been called by
        // `deinit`.
        _ = longwave_multi_setopt_socket(multi, CURLMOPT_SOCKETFUNCTION, nil)
        _ = longwave_multi_setopt_timer(multi, CURLMOPT_TIMERFUNCTION, nil)
        for watch in watches.values { watch.cancel() }
        watches = [:]
        holders = [:]
        timer?.cancel()
        for transfer in active.values { remove(transfer) }
        curl_multi_cleanup(multi)
        self.multi = nil
    }

    /// A weak reference to the transfer that uses a descriptor.
    private struct Holder {
        weak var transfer: Transfer?
        init(_ transfer: Transfer) { self.transfer = transfer }
    }

    // MARK: Events of the loop

    private func act(on descriptor: Int32, _ events: Int32) {
        guard let multi else { return }
        var running: Int32 = 0
        _ = inside { curl_multi_socket_action(multi, descriptor, events, &running) }
        if Int(running) != active.count { reapLater() }
    }

    /// Runs a call into libcurl that may call back. Keeps this object alive until the call returns.
    private func inside<Result>(_ call: () -> Result) -> Result {
        depth += 1
        defer { depth -= 1 }
        return withExtendedLifetime(self, call)
    }

    private func ready(_ descriptor: Int32, _ events: DescriptorEvents) {
        var bits: Int32 = 0
        // libcurl learns the error of a broken connection by reading from it.
        if !events.isDisjoint(with: [.readable, .hangup, .error]) { bits |= CURL_CSELECT_IN }
        if !events.isDisjoint(with: [.writable, .error]) { bits |= CURL_CSELECT_OUT }
        act(on: descriptor, bits)
    }

    private func reapLater() {
        guard !isReaping else { return }
        isReaping = true
        post { [weak self] in self?.reap() }
    }

    /// Finishes the transfers that libcurl reports as done.
    private func reap() {
        isReaping = false
        guard let multi else { return }
        var ended: [(Transfer, CURLcode?)] = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = self.transfer(of: message.pointee.easy_handle)
            else {
                continue
            }
            ended.append((transfer, longwave_message_result(message)))
        }
        finish(ended)
    }

    private func transfer(of curl: UnsafeMutableRawPointer?) -> Transfer? {
        var context: UnsafeMutablePointer<CChar>?
        guard let curl, longwave_easy_getinfo_string(curl, CURLINFO_PRIVATE, &context) == CURLE_OK, let context else {
            return nil
        }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: From inside the library

    private static let socketChanged: curl_socket_callback = { curl, descriptor, what, context, _ in
        let owner = Unmanaged<CurlMulti>.fromOpaque(context!).takeUnretainedValue()
        owner.watch(descriptor, what, for: curl)
        return 0
    }

    private static let timerChanged: curl_multi_timer_callback = { _, milliseconds, context in
        let owner = Unmanaged<CurlMulti>.fromOpaque(context!).takeUnretainedValue()
        if milliseconds < 0 {
            owner.timer?.disarm()
        } else {
            owner.timer?.rearm(after: .milliseconds(milliseconds))
        }
        return 0
    }

    /// Starts, changes or ends the watch of a descriptor, as libcurl requires. Stores the descriptor in the transfer
    /// that uses it.
    private func watch(_ descriptor: Int32, _ what: Int32, for curl: UnsafeMutableRawPointer?) {
        var interest: DescriptorEvents = []
        switch what {
        case CURL_POLL_IN: interest = .readable
        case CURL_POLL_OUT: interest = .writable
        case CURL_POLL_INOUT: interest = [.readable, .writable]
        default:
            watches.removeValue(forKey: descriptor)?.cancel()
            // When libcurl stops using a descriptor, `curl` may be any transfer's handle or nil, so `holders` shows
            // which transfer used the descriptor.
            holders.removeValue(forKey: descriptor)?.transfer?.descriptor = nil
            return
        }
        let transfer = transfer(of: curl)
        if let holder = holders[descriptor]?.transfer, holder !== transfer { holder.descriptor = nil }
        holders[descriptor] = transfer.map(Holder.init)
        transfer?.descriptor = descriptor
        if let watch = watches[descriptor] { return watch.update(interest) }
        do {
            watches[descriptor] = try loop.watch(descriptor, for: interest) { [weak self] events in
                self?.ready(descriptor, events)
            }
        } catch {
            guard let transfer else { return }
            transfer.refuse(.resources(error.description))
            post { [weak self] in self?.finish([(transfer, nil)]) }
        }
    }
}
