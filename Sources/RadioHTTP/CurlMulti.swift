import CCurl
import RadioLoop

/// Owns the library's multi handle: its descriptors and its timer on the loop, and all transfers in it.
///
/// The library is entered from the loop's events and from the inbox only, never from inside its own callbacks.
final class CurlMulti {
    /// What all transfers share.
    struct Resources {
        /// TLS sessions; names are remembered by the multi handle itself.
        let share: UnsafeMutableRawPointer
        let aliases: CurlList
        /// Trusted instead of the system's certificates.
        var certificateFile: String?
    }

    let loop: EventLoop
    var resources: Resources
    private var multi: UnsafeMutableRawPointer?
    private var timer: LoopTimer?
    private var watches: [Int32: DescriptorWatch] = [:]
    /// For whom the library waits.
    private var holders: [Int32: Holder] = [:]
    /// In the library. Keeps them alive: the library has bare pointers to them.
    private var active: [ObjectIdentifier: Transfer] = [:]
    /// In the order in which they came, until a connect may begin.
    private var waiting: [Transfer] = []
    private(set) var connecting = 0
    private var isAdmitting = false
    private var isReaping = false
    private var isClosed = false
    /// Above zero inside the library, where it must not be wound up.
    private var depth = 0

    /// - Parameters:
    ///   - maximumIdleConnections: connections without work that are kept for the next request.
    ///   - maximumHostConnections: to one host at a time; zero: as many as there are transfers.
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

    /// Forgets a transfer that was cancelled.
    func discard(_ transfer: Transfer) {
        if active[ObjectIdentifier(transfer)] == nil {
            waiting.removeAll { $0 === transfer }
        } else {
            post { [weak self] in self?.remove(transfer) }
        }
    }

    /// Takes a transfer out at once. Not from inside the library.
    func removeNow(_ transfer: Transfer) {
        precondition(depth == 0, "inside the library")
        remove(transfer)
    }

    func post(_ work: @escaping () -> Void) { loop.post(work) }

    /// Hands over what was held back while it was paused. From the inbox only.
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

    /// Cancels all that is going on and refuses what comes later. Where this is called from inside one of the library's
    /// callbacks, it is wound up at the end of the turn.
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

    /// Tells the delegates after the library has let go of all of them: they may start and cancel what they like.
    private func finish(_ ended: [(Transfer, CURLcode?)]) {
        for (transfer, _) in ended { detach(transfer) }
        for (transfer, code) in ended { transfer.finish(code) }
    }

    /// As ``remove(_:)``, but the handle is kept for questions about the end.
    private func detach(_ transfer: Transfer) {
        guard let multi, active.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        if let handle = transfer.handle { curl_multi_remove_handle(multi, handle.curl) }
        connectEnded(transfer)
    }

    private func close() {
        isClosed = true
        guard let multi else { return }
        // No callbacks from here on: this may be `deinit`.
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

    /// Enters the library where it may call back; the last owner may let go meanwhile.
    private func inside<Result>(_ call: () -> Result) -> Result {
        depth += 1
        defer { depth -= 1 }
        return withExtendedLifetime(self, call)
    }

    private func ready(_ descriptor: Int32, _ events: DescriptorEvents) {
        var bits: Int32 = 0
        // What a broken connection has to say is read from it.
        if !events.isDisjoint(with: [.readable, .hangup, .error]) { bits |= CURL_CSELECT_IN }
        if !events.isDisjoint(with: [.writable, .error]) { bits |= CURL_CSELECT_OUT }
        act(on: descriptor, bits)
    }

    private func reapLater() {
        guard !isReaping else { return }
        isReaping = true
        post { [weak self] in self?.reap() }
    }

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

    private func watch(_ descriptor: Int32, _ what: Int32, for curl: UnsafeMutableRawPointer?) {
        var interest: DescriptorEvents = []
        switch what {
        case CURL_POLL_IN: interest = .readable
        case CURL_POLL_OUT: interest = .writable
        case CURL_POLL_INOUT: interest = [.readable, .writable]
        default:
            watches.removeValue(forKey: descriptor)?.cancel()
            // The library names any transfer here, or none.
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
