/// The durations of the parts of a transfer, each counted from the start of the last request.
///
/// A redirect starts a new request. Zero means that the part was not reached or not needed, such as the look-up of a
/// remembered name.
package struct TransferTimings: Hashable, Sendable {
    /// The time until the name was resolved.
    package var nameLookUp: Duration
    /// The time until the connection was established.
    package var connect: Duration
    /// The time until the TLS handshake was done.
    package var tls: Duration
    /// The time until the first byte of the response came.
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
