/// How long a transfer took to reach its stages, each counted from the start of the last request.
///
/// A redirect starts a new request. Zero means that the stage was not reached or not needed, such as the look-up of a
/// remembered name.
package struct TransferTimings: Hashable, Sendable {
    /// The time from the start of the last request until the host name was resolved.
    package var nameLookUp: Duration
    /// The time from the start of the last request until the connection was established.
    package var connect: Duration
    /// The time from the start of the last request until the TLS handshake was done.
    package var tls: Duration
    /// The time from the start of the last request until the first byte of the response arrived.
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
