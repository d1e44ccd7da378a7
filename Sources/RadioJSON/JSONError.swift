/// The reason why a text is not JSON, and the place.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String
    /// The offset of the place in bytes.
    package var offset: Int
    /// The line, counted from 1.
    package var line: Int
    /// The column in bytes, counted from 1.
    package var column: Int

    package var description: String { "\(reason) in line \(line), column \(column) (byte \(offset))" }
}
