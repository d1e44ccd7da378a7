import Glibc

/// The system refused to give the demo station a socket.
package struct DemoError: Error, Sendable, CustomStringConvertible {
    /// The failed system call. `code` is its `errno`.
    package let call: String
    package let code: Int32

    init(call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "the demo station cannot start: \(call): \(String(cString: strerror(code)))" }
}
