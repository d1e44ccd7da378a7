/// The cells of a terminal that a picture may occupy.
package struct PictureFrame: Hashable, Sendable {
    /// The first row, counted from 0.
    var row: Int
    /// The first column, counted from 0.
    var column: Int
    var columns: Int
    var rows: Int
}
