import RadioFormats

/// Watches the transfers of a ``TransferPool`` in addition to their delegates, for probes and bug reports.
///
/// libcurl's callbacks make these calls. Only store the arguments, and act on them from the loop's inbox.
package protocol TransferObserver: AnyObject {
    /// The transfer no longer waits for other transfers, and may connect.
    func transferBegins(_ transfer: Transfer)
    /// libcurl tries an address of the host or its proxy, such as `192.0.2.1:8000` or `[2001:db8::1]:8000`.
    ///
    /// An IPv4 and an IPv6 address may be tried at the same time.
    func transfer(_ transfer: Transfer, tries address: String)
    /// The request is sent to this IP address. If the connection of an earlier request is reused, no report of a tried
    /// IP address came before this call.
    func transfer(_ transfer: Transfer, isConnectedTo address: String)
    /// A line of a response's head arrived: status line, header or empty line, with its line end.
    func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer)
    /// The head of a response is complete. The response may be a redirect or an interim response. The delegate gets the
    /// final head after this call.
    func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead)
    /// Bytes of the final response's body arrived. The bytes are valid during the call; the delegate gets them
    /// afterwards.
    func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer)
    /// The transfer ended. Not called after a cancel.
    func transfer(_ transfer: Transfer, isOverWith error: TransferError?)
}
