/// One condition on a station. Case, width, accents and punctuation of texts are ignored.
public struct StationPredicate: Hashable, Sendable {
    /// A value to compare a property with.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    /// A comparison with its value.
    public enum Comparison: Hashable, Sendable {
        case equals(Value)
        case contains(String)
        case beginsWith(String)
        /// Equals one of the values.
        case isOneOf([Value])
        case greaterThan(Double)
        case lessThan(Double)
        /// The property is unknown.
        case isMissing
    }

    public let property: StationProperty
    public let comparison: Comparison

    /// Returns nil if the property does not support the comparison: see ``StationProperty/canFilter(by:)``.
    public init?(_ property: StationProperty, _ comparison: Comparison) {
        guard property.canFilter(by: comparison) else { return nil }
        self.property = property
        self.comparison = comparison
    }
}
