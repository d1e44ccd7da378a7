import Glibc

/// The error of a demo station that cannot start, because a system call for its socket failed.
package struct DemoError: Error, Sendable, CustomStringConvertible {
    /// The name of the system call that failed; `listen` also stands for `bind` and `getsockname`. `code` is the
    /// `errno` that the call set.
    package let call: String
    package let code: Int32

    init(call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "the demo station cannot start: \(call): \(String(cString: strerror(code)))" }
}
