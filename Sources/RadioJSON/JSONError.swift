/// The reason why a text is not JSON, and the place of the error.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String
    /// The offset of the error from the start of the text, in bytes.
    package var offset: Int
    /// The line, counted from 1.
    package var line: Int
    /// The column in bytes, counted from 1.
    package var column: Int

    package var description: String { "\(reason) in line \(line), column \(column) (byte \(offset))" }
}
