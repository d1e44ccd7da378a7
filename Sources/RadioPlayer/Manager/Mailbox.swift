import Synchronization

/// The notifications that one subscriber has not read yet.
///
/// A slow subscriber never makes the sender wait.
final class Mailbox: Sendable {
    /// The maximum number of notifications that wait to be read.
    ///
    /// Beyond this number, the mailbox drops the oldest notification for which a newer one of the same kind waits. It
    /// never drops ends and failures. If nothing can be dropped, the subscription ends.
    static let maximumWaiting = 64

    /// The notifications that wait for a reader, or the reader that waits for one.
    private struct State {
        var waiting: [PlaybackNotification] = []
        var reader: CheckedContinuation<PlaybackNotification?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Adds a notification, or hands it to the waiting reader.
    ///
    /// - Returns: false if more than ``maximumWaiting`` notifications waited, so that an older one was dropped or the
    ///   subscription ended.
    func put(_ notification: PlaybackNotification) -> Bool {
        let (reader, isWhole) = state.withLock { state in
            guard !state.isFinished else { return (nil as CheckedContinuation<PlaybackNotification?, Never>?, true) }
            if let reader = state.reader.take() { return (reader, true) }
            state.waiting.append(notification)
            guard state.waiting.count > Self.maximumWaiting else { return (nil, true) }
            var newer: Set<String> = []
            let replaced = state.waiting.indices.reversed().filter {
                let waiting = state.waiting[$0]
                return !waiting.mustArrive && !newer.insert(waiting.name).inserted
            }
            if let oldest = replaced.last { state.waiting.remove(at: oldest) } else { state.isFinished = true }
            return (nil, false)
        }
        reader?.resume(returning: notification)
        return isWhole
    }

    /// Waits for the next notification and returns it; nil if the subscription has ended and no notification is left.
    /// Only one task may read.
    func next() async -> PlaybackNotification? {
        await withCheckedContinuation { continuation in
            let answer: PlaybackNotification?? = state.withLock { state in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                precondition(state.reader == nil, "notifications are read by one task")
                if state.isFinished { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Ends the subscription. The notifications that wait can still be read.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }
}

extension PlaybackNotification {
    /// Whether this notification must be delivered even if a newer one of its kind waits.
    fileprivate var mustArrive: Bool {
        switch self {
        case .didFail, .didPlayToEnd, .queueDidEnd: true
        default: false
        }
    }
}
