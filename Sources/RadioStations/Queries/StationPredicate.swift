/// One condition on a station. Case, accents, punctuation and the width of characters (full or half) are ignored in
/// texts.
public struct StationPredicate: Hashable, Sendable {
    /// A value to compare a property with.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    /// The kind of comparison, and the value with which the property is compared.
    public enum Comparison: Hashable, Sendable {
        case equals(Value)
        case contains(String)
        case beginsWith(String)
        /// Equals one of the values.
        case isOneOf([Value])
        case greaterThan(Double)
        case lessThan(Double)
        /// The station has no value for the property.
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
