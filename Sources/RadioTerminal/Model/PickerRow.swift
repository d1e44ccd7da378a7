/// A line of the picker's list.
enum PickerRow: Hashable, Sendable {
    /// A collection begins.
    case heading(title: String, count: Int)
    /// A station of the library, by its number.
    case station(Int)

    var number: Int? {
        switch self {
        case .station(let number): number
        case .heading: nil
        }
    }
}
