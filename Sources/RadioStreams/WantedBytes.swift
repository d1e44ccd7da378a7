/// The bytes of a file that a parser needs next.
enum WantedBytes: Hashable {
    /// The bytes that follow those that the parser got last.
    case following
    /// The bytes from an offset on.
    case from(Int)
    /// No bytes, because all sound was read.
    case nothing
}
