import RadioFormats
import RadioLoop

extension PlaybackManager {
    /// Calls `observer` on the loop with the heard position, at each whole multiple of `interval` in media time and
    /// after each jump.
    ///
    /// The calls end when the observation is cancelled or released.
    /// - Parameter interval: at least 10 ms; a shorter interval counts as 10 ms.
    public func observeTime(
        every interval: MediaTime, _ observer: @escaping (MediaTime) -> Void
    ) -> PlaybackObservation {
        observation(timeObservers.add(.periodically(interval), observer))
    }

    /// Calls `observer` on the loop when the sound that is heard passes one of `times`, with that time.
    ///
    /// A jump across a time does not count. For titles, use ``PlaybackNotification/nowPlayingDidChange(_:)``.
    public func observeTimes(_ times: [MediaTime], _ observer: @escaping (MediaTime) -> Void) -> PlaybackObservation {
        observation(timeObservers.add(.at(times), observer))
    }

    /// Calls `observer` on the loop with the levels of the sound that is heard, at most 25 times a second.
    ///
    /// Calls come only while sound is heard. Once none was heard for 0.2 s, as in an outage or a pause, one call has the
    /// levels of silence. Calls end when the observation is cancelled or released. The player measures levels only while
    /// it has observers.
    public func observeLevels(_ observer: @escaping (AudioLevels) -> Void) -> PlaybackObservation {
        observation(levelObservers.add(observer))
    }

    /// Returns the positions of ``observeTime(every:_:)`` as a stream. A slow reader gets the newest position only.
    public nonisolated func times(every interval: MediaTime) -> AsyncStream<MediaTime> {
        stream(keeping: 1) { $0.observeTime(every: interval, $1) }
    }

    /// Returns the times of ``observeTimes(_:_:)`` as a stream. A slow reader gets the newest 64.
    public nonisolated func passing(_ times: [MediaTime]) -> AsyncStream<MediaTime> {
        stream(keeping: 64) { $0.observeTimes(times, $1) }
    }

    /// Returns the levels of ``observeLevels(_:)`` as a stream. A slow reader gets the newest levels only.
    public nonisolated func levels() -> AsyncStream<AudioLevels> { stream(keeping: 1) { $0.observeLevels($1) } }

    /// Returns, as a stream, the values that an observer is called with. The stream ends when its reader's task is
    /// cancelled or the player shuts down.
    private nonisolated func stream<Value: Sendable>(
        keeping count: Int,
        _ observe: @escaping @Sendable (isolated PlaybackManager, @escaping (Value) -> Void) -> PlaybackObservation
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(count))
        loop.postStarting { [weak self] in
            guard let self else { return continuation.finish() }
            self.assumeIsolated { manager in
                guard let end = manager.whenShutDown({ continuation.finish() }) else { return }
                let observation = observe(manager) { continuation.yield($0) }
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
