/// A fault that occurs repeatedly in a mount's connections.
package enum LoadFault: CaseIterable, Sendable {
    case none
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset
    /// Nothing is sent for ``silence``; the connection stays open.
    case freeze
    /// The connection is closed, and for a while new ones get a 503 with Retry-After.
    case refuse
    /// Every block is cut in the middle. The second half is sent later, with the next bytes.
    case split
    /// The connection is closed in the middle of a block.
    case closeInBlock

    package static let silence = Duration.seconds(30)
    /// The time for which ``refuse`` refuses connections, which Retry-After also states.
    package static let refusal = Duration.seconds(5)
}
