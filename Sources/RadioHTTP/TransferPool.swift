import RadioFormats
import RadioLoop

/// Fetches over HTTP and HTTPS on an ``EventLoop``.
///
/// A pool belongs to the loop's thread. Its transfers share connections, looked-up names and TLS sessions.
///
/// Proxies are read from the environment (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`).
package final class TransferPool {
    /// The number of transfers that may look up a name or connect at the same time. Each look-up takes a thread.
    ///
    /// Further transfers wait in the order of their start. The ``TransferRequest/connectTimeout`` of a waiting transfer
    /// begins when the wait ends.
    package static let maximumConnects = 64

    private let multi: CurlMulti
    /// True if the transfers end with this pool; false for a pool made by ``watched(by:)``.
    private let isOwner: Bool
    /// The observer of all transfers that are started from now on.
    package weak var observer: (any TransferObserver)?

    /// Creates a pool. Throws ``TransferError/resources(_:)`` if libcurl cannot be set up.
    /// - Parameters:
    ///   - loop: The loop whose thread the pool belongs to.
    ///   - maximumIdleConnections: The number of idle connections that are kept for later requests.
    ///   - maximumHostConnections: The number of connections to one host at a time; further transfers wait. Zero sets
    ///     no limit.
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

    /// Closes all connections of a pool that was not made by ``watched(by:)``.
    deinit { if isOwner { multi.shutDown() } }

    /// Returns a pool that shares connections, names and limits with this one, but has its own observer.
    ///
    /// Releasing the returned pool ends no transfer. Once this pool has ended, the returned pool fetches nothing more.
    package func watched(by observer: any TransferObserver) -> TransferPool { TransferPool(multi, observer: observer) }

    /// Starts a transfer at the end of this turn. Errors in the request are also reported to the delegate at that time.
    ///
    /// The delegate is not retained. If it is released, the transfer is cancelled.
    @discardableResult
    package func start(_ request: TransferRequest, delegate: any TransferDelegate) -> Transfer {
        let transfer = Transfer(request, delegate: delegate, multi: multi)
        transfer.observer = observer
        multi.start(transfer)
        return transfer
    }

    /// Cancels all transfers without a call to their delegates. Transfers that are started later fail.
    package func shutDown() { multi.shutDown() }

    /// The number of transfers that look up a name or connect. For tests and `-v`.
    var connectsInFlight: Int { multi.connecting }

    /// The file of certificates that is trusted instead of the system's. For tests.
    var certificateFile: String? {
        get { multi.resources.certificateFile }
        set { multi.resources.certificateFile = newValue }
    }
}
