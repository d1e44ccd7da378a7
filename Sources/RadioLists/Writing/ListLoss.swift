import RadioFormats

/// A property of stations that is lost when they are written in a list format that cannot express it.
package struct ListLoss: Hashable, Sendable, CustomStringConvertible {
    /// The lost property; nil if whole stations are lost because they have no name or no playable address.
    package var field: StationField?
    /// Number of stations that lose the property or are lost.
    package var stations: Int

    package init(field: StationField?, stations: Int) {
        self.field = field
        self.stations = stations
    }

    package var description: String {
        let count = stations.counted("station")
        return field.map { "\($0.displayName) (\(count))" } ?? "\(count) without name or address"
    }

    /// Returns one sentence, such as `PLS cannot contain: homepage (12 stations), tags (3 stations)`; nil if nothing is
    /// lost.
    package static func sentence(_ losses: [ListLoss], format: ListFormat) -> String? {
        guard !losses.isEmpty else { return nil }
        return "\(format.displayName) cannot contain: " + losses.map(\.description).joined(separator: ", ")
    }
}
