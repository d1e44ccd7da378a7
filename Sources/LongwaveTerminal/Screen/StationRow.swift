/// A row of a list of stations.
package enum StationRow: ListRow {
    /// The heading of a group of stations, with the number of stations in the group.
    case heading(title: String, count: Int)
    /// A station of the library, by its number in the library, counted from 1.
    case station(Int)
    /// A station that is in none of the listener's lists, by its index in the array `found` of the page's model
    /// (`SearchPane` or `StationsPane`).
    case found(Int)

    package var number: Int? {
        switch self {
        case .station(let number): number
        case .heading, .found: nil
        }
    }

    package var isHeading: Bool { if case .heading = self { true } else { false } }
}
