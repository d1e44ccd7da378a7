/// The purpose of a cell on the screen. ``ScreenColours`` defines how each style looks.
package enum CellStyle: String, Hashable, Sendable, CaseIterable {
    case plain, strong, faint, selected, tab, current, good, waiting, bad, key, field, message

    /// The description for people.
    package var words: String {
        switch self {
        case .plain: "Everything else"
        case .strong: "Titles and headings"
        case .faint: "What matters less"
        case .selected: "The row that is pointed at"
        case .tab: "The page that is shown, among the names of the others"
        case .current: "What plays, in a list"
        case .good: "The state while sound is heard"
        case .waiting: "The state while sound is waited for"
        case .bad: "What failed"
        case .key: "A key in the last line"
        case .field: "What is typed"
        case .message: "A message"
        }
    }
}
