import RadioFormats

/// Receives the response of a ``Transfer``.
package protocol TransferDelegate: AnyObject {
    /// Called before any body, with the final response, whatever its status.
    ///
    /// Called once more, before the other bytes of the body, if a proxy has passed a SHOUTcast server's head on in the
    /// body, and ``TransferRequest/wantsIcyMetadata`` is true.
    ///
    /// The call comes from the loop's inbox or from inside libcurl's callback, so the delegate should only parse and
    /// store. ``Transfer/cancel()``, ``Transfer/setPaused(_:)`` and ``TransferPool/start(_:delegate:)`` are allowed.
    /// These calls reach libcurl at the end of the turn.
    func transfer(_ transfer: Transfer, received head: ResponseHead)
    /// Called with bytes of the body as they arrive. The bytes are valid during the call only.
    ///
    /// The rules for the call with the head also apply to this call.
    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer)
    /// Called once from the loop's inbox, as the last call. Not called after ``Transfer/cancel()``.
    /// - Parameter error: Nil at the regular end of the body.
    func transfer(_ transfer: Transfer, endedWith error: TransferError?)
}
