import Longwave

extension StationPickerError: ExplainedError {
    public var code: String {
        switch self {
        case .noTerminal: "noTerminal"
        case .noStations: "noStations"
        case .system: "system"
        }
    }

    public var sentence: String {
        switch self {
        case .noTerminal(let reason): "The picker needs a terminal: \(reason)."
        case .noStations: "There are no stations."
        case .system(let reason): "The picker failed: \(reason)."
        }
    }
}
