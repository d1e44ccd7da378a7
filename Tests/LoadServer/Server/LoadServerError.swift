import Glibc

/// What keeps a ``LoadServer`` from serving.
package struct LoadServerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// With what the system says.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
