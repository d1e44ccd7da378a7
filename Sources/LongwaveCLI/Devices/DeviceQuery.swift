import Longwave
import Synchronization

/// Asks the sound server for its output devices, on an event loop of its own.
enum DeviceQuery {
    /// The list of devices or the error from the sound server; nil until it arrives. Closures on the loop set it, and
    /// the waiting caller reads it.
    private final class Answer: Sendable {
        let value = Mutex<Result<[OutputDevice], AudioOutputError>?>(nil)
    }

    /// Asks for the output devices, and blocks until the sound server answers.
    /// - Parameter limit: the longest wait for the sound server; nil for the default of `PlaybackManager`.
    /// - Returns: the devices, or the sound server's error; nil if the sound server did not answer in time.
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
