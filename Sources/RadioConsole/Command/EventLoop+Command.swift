import Longwave

extension EventLoop {
    /// The loop of a command that needs nothing else.
    static func ofCommand() throws(CommandFailure) -> EventLoop {
        do { return try EventLoop() } catch { throw CommandFailure(code: .unavailable, sentence: "\(error).") }
    }
}
