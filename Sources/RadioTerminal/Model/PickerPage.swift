/// What is seen of a picker: lines of at most a terminal's width, the texts in them clean.
struct PickerPage: Hashable, Sendable {
    enum Style: Hashable, Sendable {
        case plain, strong, faint
        /// The row that is pointed at.
        case reversed
    }

    struct Span: Hashable, Sendable {
        var text: String
        var style = Style.plain
    }

    var lines: [[Span]]
    /// Where typing goes: a column of the first line.
    var cursorColumn: Int

    /// The lines without their styles.
    var texts: [String] { lines.map { $0.map(\.text).joined() } }
}
