import RadioHTTP
import RadioStations

extension StationLibraryError: ExplainedError {
    public var code: String {
        switch self {
        case .noSuchFile: "noSuchList"
        case .unreadable: "listUnreadable"
        case .unwritable: "listUnwritable"
        case .broken: "listBroken"
        case .notAList: "notAList"
        case .noStations: "noStations"
        case .tooLarge: "listTooLarge"
        case .refused: "listRefused"
        case .transfer: "listNotFetched"
        case .timedOut: "listTimedOut"
        }
    }

    public var sentence: String {
        switch self {
        case .transfer(let source, let error): "\(source) could not be fetched: \(error.words)."
        case .noSuchFile, .unreadable, .unwritable, .broken, .notAList, .noStations, .tooLarge, .refused, .timedOut:
            description + "."
        }
    }
}
