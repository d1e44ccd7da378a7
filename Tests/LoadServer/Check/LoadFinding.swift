/// Something in a log that is not as it was sent.
public struct LoadFinding: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case missing
        case doubled
        /// A song that was never sent, or another text than was sent.
        case wrong
        case outOfOrder = "out of order"
    }

    public var kind: Kind
    public var mount: Int
    /// Milliseconds since 1970-01-01T00:00:00Z: of the record, or of the sending where there is none.
    public var time: Int
    public var text: String
}
