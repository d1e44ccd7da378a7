import RadioLoop
import Synchronization

/// Hands notifications out: to synchronous observers on the loop first, then to the streams of other tasks.
final class NotificationHub {
    /// Notifications that wait for a slow subscriber; then the oldest goes.
    static let maximumWaiting = 64

    /// The subscribers of streams: they come and go on any thread.
    final class Streams: Sendable {
        struct State {
            var continuations: [UInt64: AsyncStream<PlaybackNotification>.Continuation] = [:]
            var lastID: UInt64 = 0
            var dropped: UInt64 = 0
            var isFinished = false
        }
        let state = Mutex(State())

        /// A new stream, registered before it is returned; after ``finish()`` it is at its end.
        func subscribe() -> AsyncStream<PlaybackNotification> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: PlaybackNotification.self, bufferingPolicy: .bufferingNewest(NotificationHub.maximumWaiting))
            let id: UInt64? = state.withLock {
                guard !$0.isFinished else { return nil }
                $0.lastID += 1
                $0.continuations[$0.lastID] = continuation
                return $0.lastID
            }
            guard let id else {
                continuation.finish()
                return stream
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.continuations.removeValue(forKey: id) }
            }
            return stream
        }

        func yield(_ notification: PlaybackNotification) {
            // Yielding may end a subscription, which takes the lock: not while it is held.
            let continuations = state.withLock { $0.continuations.isEmpty ? [] : Array($0.continuations.values) }
            for continuation in continuations {
                if case .dropped = continuation.yield(notification) { state.withLock { $0.dropped += 1 } }
            }
        }

        func finish() {
            let continuations = state.withLock { state in
                state.isFinished = true
                return Array(state.continuations.values)
            }
            for continuation in continuations { continuation.finish() }
        }
    }

    let streams = Streams()
    private var observers: [(id: UInt64, call: (PlaybackNotification) -> Void)] = []
    private var lastID: UInt64 = 0
    /// The first is being told.
    private var waiting: [PlaybackNotification] = []

    /// Tells everyone. What an observer causes is told when all have heard of what caused it.
    func post(_ notification: PlaybackNotification) {
        waiting.append(notification)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            // An observer may cancel itself or another.
            for observer in observers where observers.contains(where: { $0.id == observer.id }) { observer.call(next) }
            streams.yield(next)
            waiting.removeFirst()
        }
    }

    func observe(_ call: @escaping (PlaybackNotification) -> Void) -> PlaybackObservation {
        lastID += 1
        let id = lastID
        observers.append((id, call))
        return PlaybackObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }
}
