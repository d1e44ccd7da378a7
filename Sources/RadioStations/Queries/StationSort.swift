/// A sort key of a query. Stations that lack the property come last in either direction; equal stations stay in the
/// order of the list.
public struct StationSort: Hashable, Sendable {
    public var property: StationProperty
    public var isDescending: Bool

    /// - Parameters:
    ///   - property: the property to compare; if it has several values (tags, languages, addresses), the first is
    ///     compared.
    ///   - isDescending: nil for the usual order: greatest numbers, most recent times and favourites first, texts from
    ///     A to Z.
    public init(_ property: StationProperty, isDescending: Bool? = nil) {
        self.property = property
        self.isDescending = isDescending ?? (property.kind != .text)
    }
}
