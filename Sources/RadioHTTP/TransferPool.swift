import RadioLoop

/// Fetches over HTTP and HTTPS on an ``EventLoop``. It belongs to the loop's thread; its transfers share connections,
/// looked-up names and TLS sessions.
///
/// Proxies come from the environment (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`).
package final class TransferPool {
    /// Transfers that may look up a name or connect at the same time: each look-up is a thread. More wait in the order
    /// in which they came; ``TransferRequest/connectTimeout`` begins when their turn comes.
    package static let maximumConnects = 64

    private let multi: CurlMulti
    /// Whether the transfers end with it.
    private let isOwner: Bool
    /// Watches the transfers that are started from now on.
    package weak var observer: (any TransferObserver)?

    /// Throws ``TransferError/resources(_:)`` where the library cannot be set up.
    /// - Parameters:
    ///   - loop: whose thread it belongs to.
    ///   - maximumIdleConnections: connections without work that are kept for the next request.
    ///   - maximumHostConnections: to one host at a time, others wait; zero: as many as there are transfers.
    package init(
        loop: EventLoop, maximumIdleConnections: Int = 16, maximumHostConnections: Int = 0
    ) throws(TransferError) {
        isOwner = true
        multi = try CurlMulti(
            loop: loop, maximumIdleConnections: maximumIdleConnections,
            maximumHostConnections: maximumHostConnections)
    }

    private init(_ multi: CurlMulti, observer: any TransferObserver) {
        isOwner = false
        self.multi = multi
        self.observer = observer
    }

    /// A pool that is released closes all its connections.
    deinit { if isOwner { multi.shutDown() } }

    /// The same pool, of which another observer watches what is started through it: connections, names and limits are shared. It
    /// ends nothing when it is released, and fetches nothing more once this pool has ended.
    package func watched(by observer: any TransferObserver) -> TransferPool { TransferPool(multi, observer: observer) }

    /// Begins at the end of this turn; also what is wrong with the request is said then, to the delegate, which is
    /// held weakly.
    @discardableResult
    package func start(_ request: TransferRequest, delegate: any TransferDelegate) -> Transfer {
        let transfer = Transfer(request, delegate: delegate, multi: multi)
        transfer.observer = observer
        multi.start(transfer)
        return transfer
    }

    /// Cancels all transfers without a word to their delegates, and refuses those started later.
    package func shutDown() { multi.shutDown() }

    /// For tests and `-v`: see ``maximumConnects``.
    var connectsInFlight: Int { multi.connecting }

    /// A file of certificates that is trusted instead of the system's, for tests.
    var certificateFile: String? {
        get { multi.resources.certificateFile }
        set { multi.resources.certificateFile = newValue }
    }
}
