import RadioFormats
import RadioPlayer

/// Single values of the player, for loops and views.
///
/// Each sequence begins with the present value. A slow reader gets only the newest value.
extension Radio {
    /// The status with its reasons. Between two items of a queue, no end is reported.
    public var statuses: AsyncStream<PlaybackStatus> {
        values { if case .statusDidChange(let snapshot) = $0 { snapshot.status } else { nil } }
    }

    /// The title that is *heard*. Nil before the first title.
    public var nowPlaying: AsyncStream<NowPlaying?> { values { $0.snapshot.nowPlaying } }

    /// The item that plays.
    public var items: AsyncStream<PlaybackItem?> { values { $0.snapshot.item } }

    /// The volume, 0…1. A mixer program may set a value above 1.
    public var volumes: AsyncStream<Double> { values { $0.snapshot.volume } }

    /// The heard position in the item, once a second while something plays.
    public var times: AsyncStream<MediaTime> {
        sequence { manager, tell in [manager.observeBuffer { tell($0.currentTime) }] }
    }

    /// Returns the values of notifications, without repetitions.
    ///
    /// `value` returns nil for a notification that carries no such value.
    private func values<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (PlaybackNotification) -> Value?
    ) -> AsyncStream<Value> {
        let notifications = manager.notifications()
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var last: Value?
            // The first notification is the present state.
            for await notification in notifications {
                guard let new = value(notification) else { continue }
                if new != last { continuation.yield(new) }
                last = new
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
