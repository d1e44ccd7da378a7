import RadioStations

/// A line of the picker's list.
enum PickerRow: Hashable, Sendable {
    /// A collection begins.
    case heading(title: String, count: Int)
    case station(LibraryItem)

    var item: LibraryItem? {
        switch self {
        case .station(let item): item
        case .heading: nil
        }
    }
}
