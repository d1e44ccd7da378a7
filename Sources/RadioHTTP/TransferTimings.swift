/// How long the parts of a transfer took, each counted from the start of its last request (after a redirect anew).
/// Zero: not reached, or not needed, as the look-up of an address that is remembered.
public struct TransferTimings: Hashable, Sendable {
    /// Until the name was looked up.
    public var nameLookUp: Duration
    /// Until the connection stood.
    public var connect: Duration
    /// Until the TLS handshake was done.
    public var tls: Duration
    /// Until the first byte of the response came.
    public var firstByte: Duration

    public init(
        nameLookUp: Duration = .zero, connect: Duration = .zero, tls: Duration = .zero, firstByte: Duration = .zero
    ) {
        self.nameLookUp = nameLookUp
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
    }
}
