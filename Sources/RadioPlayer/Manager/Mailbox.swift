import Synchronization

/// Notifications on their way to one subscriber, who may be slow. The one who posts never waits.
final class Mailbox: Sendable {
    /// Of more than these the older ones go that a newer one of their kind replaces. Ends and failures are not replaced; where nothing else
    /// can go, the subscription ends.
    static let maximumWaiting = 64

    private struct State {
        var waiting: [PlaybackNotification] = []
        var reader: CheckedContinuation<PlaybackNotification?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// False where one was given up for it: the oldest that a newer one of its kind replaces.
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

    /// The next one; nil at the end. For one reader.
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

    /// What waits can still be read.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }
}

extension PlaybackNotification {
    /// No newer one says the same.
    fileprivate var mustArrive: Bool {
        switch self {
        case .didFail, .didPlayToEnd, .queueDidEnd: true
        default: false
        }
    }
}
