/// Which bytes of a file a parser needs next.
enum WantedBytes: Hashable {
    /// Those behind the last ones.
    case following
    /// Those from there on.
    case from(Int)
    /// None: what there is to hear was given.
    case nothing
}
