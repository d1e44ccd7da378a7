import Glibc

/// What keeps a ``LoadServer`` from serving.
public struct LoadServerError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    /// With what the system says.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
