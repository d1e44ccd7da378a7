/// One condition on a station. Texts are compared without case, width, accents and punctuation.
public struct StationPredicate: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    public enum Comparison: Hashable, Sendable {
        case equals(Value)
        case contains(String)
        case beginsWith(String)
        /// Equals one of them.
        case isOneOf([Value])
        case greaterThan(Double)
        case lessThan(Double)
        /// Nothing is known of it.
        case isMissing
    }

    public let property: StationProperty
    public let comparison: Comparison

    /// Nil where the property cannot be compared so: ``StationProperty/canFilter(by:)``.
    public init?(_ property: StationProperty, _ comparison: Comparison) {
        guard property.canFilter(by: comparison) else { return nil }
        self.property = property
        self.comparison = comparison
    }
}
