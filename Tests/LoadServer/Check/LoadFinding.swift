/// Something in a log that is not as it was sent.
package struct LoadFinding: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case missing
        case doubled
        /// A song that was never sent, or another text than was sent.
        case wrong
        case outOfOrder = "out of order"
    }

    package var kind: Kind
    package var mount: Int
    /// Milliseconds since 1970-01-01T00:00:00Z: of the record, or of the sending where there is none.
    package var time: Int
    package var text: String
}
