import Longwave
import RadioTerminal

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
        case .noTerminal(let reason): "There is no terminal to ask on: \(reason)."
        case .noStations: "There is no station to choose from."
        case .system(let reason): "It cannot be asked: \(reason)."
        }
    }
}
