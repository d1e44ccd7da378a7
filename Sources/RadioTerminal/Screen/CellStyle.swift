/// What a cell of the screen is for; ``ScreenColours`` says how that looks.
package enum CellStyle: Hashable, Sendable, CaseIterable {
    case plain, strong, faint
    /// The row that is pointed at.
    case selected
    /// The page that is shown, among the names of the others.
    case tab
    /// What plays, in a list.
    case current
    case good, waiting, bad
    /// A key in the line of help.
    case key
    /// What was typed.
    case field
    case message
}
