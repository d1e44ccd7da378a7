import CLinux
import Glibc

/// The system refused something that the loop needs.
///
/// No descriptors or memory are left, or a descriptor cannot be watched (epoll refuses regular files).
package struct LoopError: Error, Sendable, CustomStringConvertible {
    /// The system call that failed.
    package let call: String
    /// The `errno` of the call.
    package let code: Int32

    init(call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
