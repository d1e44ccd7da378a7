/// Cells of a terminal that are a picture's.
package struct PictureFrame: Hashable, Sendable {
    /// The first row and column, from 0.
    var row: Int
    var column: Int
    var columns: Int
    var rows: Int
}
