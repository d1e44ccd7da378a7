/// A fault of a ``LoadServer``'s mount. It occurs in each connection to the mount: ``split`` in the whole connection,
/// ``freeze`` again and again, and the others once, at random times.
package enum LoadFault: CaseIterable, Sendable {
    case none
    /// The server closes the connection with FIN.
    case close
    /// The server closes the connection with RST.
    case reset
    /// The server sends nothing for the duration ``silence``; the connection stays open.
    case freeze
    /// The server closes the connection. For the duration ``refusal``, it responds to new requests for the mount with
    /// 503 and Retry-After.
    case refuse
    /// The server sends only the first half of each metadata block, and the second half a little later, with the next
    /// bytes.
    case split
    /// The server closes the connection in the middle of a metadata block.
    case closeInBlock

    package static let silence = Duration.seconds(30)
    /// The time for which ``refuse`` lasts, which Retry-After also states.
    package static let refusal = Duration.seconds(5)
}
