import RadioFormats
import RadioLoop

extension PlaybackManager {
    /// Calls `observer` on the loop with the position that is heard: at each whole multiple of an interval of media time, and after
    /// each jump, until the observation is cancelled or released.
    /// - Parameter interval: a hundredth of a second at least.
    public func observeTime(
        every interval: MediaTime, _ observer: @escaping (MediaTime) -> Void
    ) -> PlaybackObservation {
        timeObservers.add(.periodically(interval), observer)
    }

    /// Calls `observer` on the loop when the sound that is heard passes one of `times`, with that one; not when a jump passes it. For
    /// titles there is ``PlaybackNotification/nowPlayingDidChange(_:)``.
    public func observeTimes(_ times: [MediaTime], _ observer: @escaping (MediaTime) -> Void) -> PlaybackObservation {
        timeObservers.add(.at(times), observer)
    }

    /// Calls `observer` on the loop with the levels of what is heard, 25 times a second at most and only while sound is heard, until
    /// the observation is cancelled or released. Nothing is measured while nobody observes.
    public func observeLevels(_ observer: @escaping (AudioLevels) -> Void) -> PlaybackObservation {
        levelObservers.add(observer)
    }

    /// ``observeTime(every:_:)`` for tasks. One that does not keep up gets the newest.
    public nonisolated func times(every interval: MediaTime) -> AsyncStream<MediaTime> {
        stream(keeping: 1) { $0.observeTime(every: interval, $1) }
    }

    /// ``observeTimes(_:_:)`` for tasks. One that does not keep up gets the newest 64.
    public nonisolated func passing(_ times: [MediaTime]) -> AsyncStream<MediaTime> {
        stream(keeping: 64) { $0.observeTimes(times, $1) }
    }

    /// ``observeLevels(_:)`` for tasks. One that does not keep up gets the newest.
    public nonisolated func levels() -> AsyncStream<AudioLevels> { stream(keeping: 1) { $0.observeLevels($1) } }

    /// What an observer is told, for a task: until that is cancelled, or the player shut down.
    private nonisolated func stream<Value: Sendable>(
        keeping count: Int,
        _ observe: @escaping @Sendable (isolated PlaybackManager, @escaping (Value) -> Void) -> PlaybackObservation
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(count))
        loop.postStarting { [weak self] in
            guard let self else { return continuation.finish() }
            self.assumeIsolated { manager in
                guard let end = manager.whenShutDown({ continuation.finish() }) else { return }
                // Of the loop's thread.
                nonisolated(unsafe) let observation = observe(manager) { continuation.yield($0) }
                let loop = manager.loop
                weak let owner = manager
                continuation.onTermination = { _ in
                    loop.postFromAnyThread {
                        observation.cancel()
                        owner?.assumeIsolated { $0.forget(end) }
                    }
                }
            }
        }
        return stream
    }
}
