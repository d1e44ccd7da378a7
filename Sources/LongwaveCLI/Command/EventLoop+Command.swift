import Longwave
import RadioLoop

extension EventLoop {
    /// Creates a loop for a command that only waits for one result, such as a library. Throws if the system lacks
    /// resources.
    static func ofCommand() throws(CommandFailure) -> EventLoop {
        do { return try EventLoop() } catch { throw CommandFailure(code: .unavailable, sentence: "\(error).") }
    }
}
