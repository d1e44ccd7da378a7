import RadioFormats
import RadioPlayer

/// Sequences of single values of the player's state, for a `for await` loop or a view.
///
/// Each sequence except ``times`` begins with the current value, and then has each new value. A slow reader gets only
/// the newest value.
extension Radio {
    /// The player's status, with its reason. Between two items of a queue, the status is not `ended`.
    public var statuses: AsyncStream<PlaybackStatus> {
        values { if case .statusDidChange(let snapshot) = $0 { snapshot.status } else { nil } }
    }

    /// The title of the sound that is *heard* now, which the station sent some time ago. Nil before the first title.
    public var nowPlaying: AsyncStream<NowPlaying?> { values { $0.snapshot.nowPlaying } }

    /// The current item of the queue: the item that plays or is about to play. Nil before the first item.
    public var items: AsyncStream<PlaybackItem?> { values { $0.snapshot.item } }

    /// The player's volume, 0…1. The value is above 1 if another program, such as a mixer, has set it so.
    public var volumes: AsyncStream<Double> { values { $0.snapshot.volume } }

    /// The position in the item that is heard, once a second. No position is reported while the player is stopped.
    public var times: AsyncStream<MediaTime> {
        sequence { manager, tell, _ in [manager.observeBuffer { tell($0.currentTime) }] }
    }

    /// Returns a sequence of the values that `value` returns for the player's notifications. A value equal to the
    /// previous one is left out.
    ///
    /// A notification for which `value` returns nil is left out, too.
    private func values<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (PlaybackNotification) -> Value?
    ) -> AsyncStream<Value> {
        let notifications = manager.notifications()
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var last: Value?
            // The first notification reports the player's current state, so the sequence begins with the current value.
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
