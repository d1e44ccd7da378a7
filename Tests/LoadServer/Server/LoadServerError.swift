import Glibc

/// The reason why a ``LoadServer`` cannot serve.
package struct LoadServerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// Creates an error with the system's message for `errno`.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
