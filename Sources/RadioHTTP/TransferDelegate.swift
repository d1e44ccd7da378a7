/// Receives what a ``Transfer`` brings.
package protocol TransferDelegate: AnyObject {
    /// Once, before any body: the final response, whatever its status. From the loop's inbox or from inside the
    /// library's callback: parse and store; ``Transfer/cancel()``, ``Transfer/setPaused(_:)`` and
    /// ``TransferPool/start(_:delegate:)`` are allowed and reach the library at the end of the turn.
    func transfer(_ transfer: Transfer, received head: ResponseHead)
    /// Body bytes as they come, borrowed for the call. The same rule holds.
    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer)
    /// Once, from the inbox, and last: nil at the regular end of the body. Not called after ``Transfer/cancel()``.
    func transfer(_ transfer: Transfer, endedWith error: TransferError?)
}
