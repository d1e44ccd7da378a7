import RadioStations
import RadioText

extension StationQueryError: ExplainedError {
    public var code: String {
        switch self {
        case .unknownProperty: "unknownProperty"
        case .unknownGrouping: "unknownGrouping"
        case .notANumber: "notANumber"
        case .notAFlag: "notAFlag"
        case .cannotCompare: "cannotCompare"
        case .openQuote: "openQuote"
        }
    }

    public var sentence: String { explained("The query is invalid", description) }
}

extension TitlePattern.Failure: ExplainedError {
    public var code: String { "badPattern" }
    public var sentence: String { explained("The expression is invalid", description) }
}
