/// The meaning of a cell's text on the screen, such as a heading or an error. ``ScreenColours`` defines how each style
/// looks.
package enum CellStyle: String, Hashable, Sendable, CaseIterable {
    case plain, strong, faint, selected, tab, current, good, waiting, bad, key, field, message

    /// Where the style is used, as the description of its setting.
    package var words: String {
        switch self {
        case .plain: "Everything else"
        case .strong: "Titles and headings"
        case .faint: "Less important text"
        case .selected: "The selected row"
        case .tab: "The tab of the current page"
        case .current: "The current station in a list"
        case .good: "The state while playing"
        case .waiting: "The state while waiting for sound"
        case .bad: "Errors"
        case .key: "A key in the last line"
        case .field: "Input"
        case .message: "A message"
        }
    }
}
