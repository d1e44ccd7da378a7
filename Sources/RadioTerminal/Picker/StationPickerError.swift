/// Why nothing can be asked.
public enum StationPickerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no terminal to ask on, or none that can be drawn on.
    case noTerminal(reason: String)
    /// The list has no station.
    case noStations
    /// The system refuses what is needed.
    case system(reason: String)

    public var description: String {
        switch self {
        case .noTerminal(let reason): "the picker needs a terminal: \(reason)"
        case .noStations: "there are no stations"
        case .system(let reason): reason
        }
    }
}
