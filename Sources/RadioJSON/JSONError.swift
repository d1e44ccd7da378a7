/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String
    /// Bytes before the place.
    package var offset: Int
    /// From 1.
    package var line: Int
    /// From 1, in bytes.
    package var column: Int

    package var description: String { "\(reason) in line \(line), column \(column) (byte \(offset))" }
}
