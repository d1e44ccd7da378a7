/// How long the parts of a transfer took, each counted from the start of its last request (after a redirect anew).
/// Zero: not reached, or not needed, as the look-up of an address that is remembered.
package struct TransferTimings: Hashable, Sendable {
    /// Until the name was looked up.
    package var nameLookUp: Duration
    /// Until the connection stood.
    package var connect: Duration
    /// Until the TLS handshake was done.
    package var tls: Duration
    /// Until the first byte of the response came.
    package var firstByte: Duration

    package init(
        nameLookUp: Duration = .zero, connect: Duration = .zero, tls: Duration = .zero, firstByte: Duration = .zero
    ) {
        self.nameLookUp = nameLookUp
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
    }
}
