import Longwave
import RadioLoop

/// Holds an object that is used on a player's loop only, and releases it there.
///
/// The owner may be released on any thread. It empties the box in its `deinit`.
final class LoopBox<Object>: @unchecked Sendable {  // `object` is used on the loop only.
    private(set) var object: Object?
    private let loop: EventLoop

    init(_ object: Object, _ loop: EventLoop) { (self.object, self.loop) = (object, loop) }

    /// Releases the object: at once on the loop or if the loop has ended, otherwise in a later turn of the loop.
    func empty() {
        guard loop.isRunning, !loop.isCurrent else { return object = nil }
        loop.postFromAnyThread { self.object = nil }
    }
}
