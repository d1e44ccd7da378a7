/// What the stations of a list say and a format cannot hold.
package struct ListLoss: Hashable, Sendable, CustomStringConvertible {
    /// Nil: whole stations, which have no name or no address that can be played.
    package var field: StationField?
    /// How many stations lose it, or are lost.
    package var stations: Int

    /// What the format cannot hold of that many stations.
    package init(field: StationField?, stations: Int) {
        self.field = field
        self.stations = stations
    }

    package var description: String {
        let count = stations == 1 ? "1 station" : "\(stations) stations"
        return field.map { "\($0.displayName) (\(count))" } ?? "\(count) without name or address"
    }

    /// One sentence, such as `PLS cannot contain: homepage (12 stations), tags (3 stations)`; nil where nothing is lost.
    package static func sentence(_ losses: [ListLoss], format: ListFormat) -> String? {
        guard !losses.isEmpty else { return nil }
        return "\(format.displayName) cannot contain: " + losses.map(\.description).joined(separator: ", ")
    }
}
