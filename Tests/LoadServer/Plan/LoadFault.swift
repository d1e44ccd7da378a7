/// What goes wrong with a mount's connections, again and again.
package enum LoadFault: CaseIterable, Sendable {
    case none
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset
    /// Nothing is sent for ``silence``, on a connection that stays.
    case freeze
    /// The connection is closed, and new ones get a 503 with Retry-After for a while.
    case refuse
    /// Every block is cut in its middle, and the second half comes with the next bite.
    case split
    /// The connection is closed in the middle of a block.
    case closeInBlock

    package static let silence = Duration.seconds(30)
    /// How long ``refuse`` refuses, and what it says in Retry-After.
    package static let refusal = Duration.seconds(5)
}
