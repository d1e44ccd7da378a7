/// The rectangle of terminal cells that a picture may occupy.
package struct PictureFrame: Hashable, Sendable {
    /// The rectangle's first row, counted from 0 at the top of the terminal.
    var row: Int
    /// The rectangle's first column, counted from 0 at the left of the terminal.
    var column: Int
    var columns: Int
    var rows: Int
}
