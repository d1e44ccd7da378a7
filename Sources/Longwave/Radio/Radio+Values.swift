import RadioFormats
import RadioPlayer

/// Single values of the player, for loops and for views. Each sequence begins with the present value; whoever is slow
/// gets the newest.
extension Radio {
    /// Whether it plays, waits or rests, and why. Between two items of a queue there is no end.
    public var statuses: AsyncStream<PlaybackStatus> {
        values { if case .statusDidChange(let snapshot) = $0 { snapshot.status } else { nil } }
    }

    /// What is *heard*; nil before the first title.
    public var nowPlaying: AsyncStream<NowPlaying?> { values { $0.snapshot.nowPlaying } }

    /// What is played.
    public var items: AsyncStream<PlaybackItem?> { values { $0.snapshot.item } }

    /// 0…1, and more where a mixer sets more.
    public var volumes: AsyncStream<Double> { values { $0.snapshot.volume } }

    /// Where in the item what is heard is, once a second while something plays.
    public var times: AsyncStream<MediaTime> {
        sequence { manager, tell in [manager.observeBuffer { tell($0.currentTime) }] }
    }

    private func values<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (PlaybackNotification) -> Value?
    ) -> AsyncStream<Value> {
        let notifications = manager.notifications()
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var last: Value?
            // The first one is the present state.
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
