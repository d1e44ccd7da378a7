import Longwave
import Synchronization

/// Asks the sound server for its devices, on a separate event loop.
enum DeviceQuery {
    /// The sound server's answer, which the closures on the loop share with the waiting caller; nil until it arrives.
    private final class Answer: Sendable {
        let value = Mutex<Result<[OutputDevice], AudioOutputError>?>(nil)
    }

    /// Asks for the devices and blocks until the answer arrives.
    /// - Parameter limit: the longest wait for the server's answer; nil for the player's default.
    /// - Returns: nil if the server did not answer in time.
    static func ask(within limit: Duration? = nil) throws -> Result<[OutputDevice], AudioOutputError>? {
        let answer = Answer()
        try PlaybackManager().run { manager in
            if let limit {
                manager.loop.schedule(after: limit) { manager.assumeIsolated { $0.shutDown() } }
            }
            manager.listOutputDevices { result in
                answer.value.withLock { $0 = result }
                manager.assumeIsolated { $0.shutDown() }
            }
        }
        return answer.value.withLock { $0 }
    }
}
