/// The reason why a text is not JSON, and the position of the error in the text.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String
    /// The number of bytes in the text before the error.
    package var offset: Int
    /// The line of the error, counted from 1.
    package var line: Int
    /// The column of the error in its line, counted in bytes from 1.
    package var column: Int

    package var description: String { "\(reason) in line \(line), column \(column) (byte \(offset))" }
}
