/// An error in a stored or typed query, with the wrong token.
public enum StationQueryError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownProperty(String)
    case unknownGrouping(String)
    case notANumber(String)
    /// The token needs `yes` or `no`.
    case notAFlag(String)
    /// The property does not support this comparison.
    case cannotCompare(StationProperty, String)
    case openQuote

    public var description: String {
        switch self {
        case .unknownProperty(let name):
            "\"\(name)\" is not a property; the properties are \(Self.list(StationProperty.allCases.map(\.rawValue)))"
        case .unknownGrouping(let name):
            "stations cannot be grouped by \"\(name)\"; use \(Self.list(StationGrouping.allCases.map(\.rawValue)))"
        case .notANumber(let token): "\"\(token)\" needs a number"
        case .notAFlag(let token): "\"\(token)\" needs yes or no"
        case .cannotCompare(let property, let token): "\(property.rawValue) cannot be compared like this: \"\(token)\""
        case .openQuote: "a quotation mark is not closed"
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
