/// A line of a list of stations.
package enum StationRow: ListRow {
    /// A collection begins.
    case heading(title: String, count: Int)
    /// A station of the library, by its number.
    case station(Int)
    /// A station that no list of the listener has, by its place among those that were found.
    case found(Int)

    package var number: Int? {
        switch self {
        case .station(let number): number
        case .heading, .found: nil
        }
    }

    package var isHeading: Bool { if case .heading = self { true } else { false } }
}
