/// What is wrong with a stored or typed query, with the token that is wrong.
public enum StationQueryError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownProperty(String)
    case unknownGrouping(String)
    case notANumber(String)
    /// The token needs `yes` or `no`.
    case notAFlag(String)
    /// The property has no such comparison.
    case cannotCompare(StationProperty, String)
    case openQuote

    public var description: String {
        switch self {
        case .unknownProperty(let name):
            "\"\(name)\" is no property of stations; there are \(Self.list(StationProperty.allCases.map(\.rawValue)))"
        case .unknownGrouping(let name):
            "stations cannot be grouped by \"\(name)\", but by \(Self.list(StationGrouping.allCases.map(\.rawValue)))"
        case .notANumber(let token): "a number is needed in \"\(token)\""
        case .notAFlag(let token): "yes or no is needed in \"\(token)\""
        case .cannotCompare(let property, let token): "\(property.rawValue) cannot be compared as in \"\(token)\""
        case .openQuote: "a quotation mark is never closed"
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
