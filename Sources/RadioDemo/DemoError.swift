import Glibc

/// The system refused the demo station its socket.
public struct DemoError: Error, Sendable, CustomStringConvertible {
    /// The system call that failed, and its `errno`.
    public let call: String
    public let code: Int32

    init(call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    public var description: String { "the demo station cannot start: \(call): \(String(cString: strerror(code)))" }
}
