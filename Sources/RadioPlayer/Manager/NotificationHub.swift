import RadioLoop
import Synchronization

/// Delivers a player's notifications, first to synchronous observers on the loop, then to the streams that other tasks
/// read.
final class NotificationHub {
    /// The subscribed streams. They are added and removed on any thread.
    final class Streams: Sendable {
        /// The subscribers' mailboxes and the number of dropped notifications. Any thread may change them.
        struct State {
            var mailboxes: [WeakMailbox] = []
            var dropped: UInt64 = 0
            var isFinished = false
        }
        /// A reference to a subscriber's mailbox that does not keep the mailbox alive.
        struct WeakMailbox: Sendable { weak let value: Mailbox? }

        let state = Mutex(State())

        /// Makes a stream that ends with ``finish()``, or when its reader's task is cancelled.
        ///
        /// The stream gets no notification before ``add(_:)``.
        func open() -> (stream: AsyncStream<PlaybackNotification>, mailbox: Mailbox) {
            let mailbox = Mailbox()
            let stream = AsyncStream(unfolding: mailbox.next, onCancel: mailbox.finish)
            if state.withLock({ $0.isFinished }) { mailbox.finish() }
            return (stream, mailbox)
        }

        /// Delivers every notification from now on to a mailbox. The hub does not retain the mailbox.
        func add(_ mailbox: Mailbox) {
            let isFinished = state.withLock { state in
                state.mailboxes.append(WeakMailbox(value: mailbox))
                return state.isFinished
            }
            if isFinished { mailbox.finish() }
        }

        func yield(_ notification: PlaybackNotification) {
            let mailboxes = state.withLock { state in
                state.mailboxes.removeAll { $0.value == nil }
                return state.mailboxes
            }
            for mailbox in mailboxes where mailbox.value?.put(notification) == false {
                state.withLock { $0.dropped += 1 }
            }
        }

        func finish() {
            let mailboxes = state.withLock { state in
                state.isFinished = true
                return state.mailboxes
            }
            for mailbox in mailboxes { mailbox.value?.finish() }
        }
    }

    let streams = Streams()

    deinit { streams.finish() }

    private var observers: [(id: UInt64, call: (PlaybackNotification) -> Void)] = []
    private var lastID: UInt64 = 0
    /// The notifications that were not delivered to all subscribers yet. The first is being delivered.
    private var waiting: [PlaybackNotification] = []

    /// Delivers a notification to all subscribers.
    ///
    /// If an observer posts another notification during the delivery, all subscribers receive the first notification
    /// before the second.
    func post(_ notification: PlaybackNotification) {
        waiting.append(notification)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            // An observer may cancel another one while it is called. The cancelled observer must not be called any
            // more.
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
