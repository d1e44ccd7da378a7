import Glibc

/// The system refused the demo station its socket.
package struct DemoError: Error, Sendable, CustomStringConvertible {
    /// The system call that failed, and its `errno`.
    package let call: String
    package let code: Int32

    init(call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "the demo station cannot start: \(call): \(String(cString: strerror(code)))" }
}
