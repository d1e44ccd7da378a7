import RadioLoop
import Synchronization

/// The registration of an observer. The registration ends when it is cancelled or released, on any thread.
public final class PlaybackObservation: Sendable {
    /// A function that only the loop's thread calls, although any thread may pass it on.
    private struct Ending: @unchecked Sendable { var call: () -> Void }  // see above

    private let loop: EventLoop?
    private let ending: Mutex<Ending?>

    /// - Parameters:
    ///   - loop: the loop that `onCancel` is called on; nil if the observation is cancelled and released there only.
    ///   - onCancel: ends the registration.
    package init(on loop: EventLoop? = nil, onCancel: @escaping () -> Void) {
        self.loop = loop
        ending = Mutex(Ending(call: onCancel))
    }

    public func cancel() {
        let ending = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        guard let ending else { return }
        guard let loop, loop.isRunning, !loop.isCurrent else { return ending.call() }
        loop.postFromAnyThread { ending.call() }
    }

    deinit { cancel() }
}
