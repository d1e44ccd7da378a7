/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public var reason: String
    /// Bytes before the place.
    public var offset: Int
    /// From 1.
    public var line: Int
    /// From 1, in bytes.
    public var column: Int

    public var description: String { "\(reason) in line \(line), column \(column) (byte \(offset))" }
}
