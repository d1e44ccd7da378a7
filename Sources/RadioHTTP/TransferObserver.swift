/// Watches what the transfers of a ``TransferPool`` do on the wire, beside their delegates: for probes and bug reports.
///
/// Called from inside the library's callbacks: store, and decide from the inbox.
package protocol TransferObserver: AnyObject {
    /// Its turn to connect has come.
    func transferBegins(_ transfer: Transfer)
    /// An address of the host (or of its proxy) is tried, as `192.0.2.1:8000` or `[2001:db8::1]:8000`. Both families
    /// may be tried at once.
    func transfer(_ transfer: Transfer, tries address: String)
    /// The request goes there. A connection that was kept from before needs no try.
    func transfer(_ transfer: Transfer, isConnectedTo address: String)
    /// A line of a response's head as it came, with its end: status line, header or the empty line.
    func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer)
    /// A whole head: of redirects and interim answers too, and before the delegate hears of the final one.
    func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead)
    /// Bytes of the final response's body, before the delegate gets them; borrowed for the call.
    func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer)
    /// It is over; not called when it was cancelled.
    func transfer(_ transfer: Transfer, isOverWith error: TransferError?)
}
