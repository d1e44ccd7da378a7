/// Why the full-screen player or the station picker cannot be shown.
public enum StationPickerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no terminal, or the terminal cannot show a full-screen page.
    case noTerminal(reason: String)
    /// The library contains no stations to choose from.
    case noStations
    /// The operating system refuses a resource, such as a file descriptor.
    case system(reason: String)

    public var description: String {
        switch self {
        case .noTerminal(let reason): "no suitable terminal (\(reason))"
        case .noStations: "there are no stations"
        case .system(let reason): reason
        }
    }
}
