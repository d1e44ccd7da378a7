/// Which of a queue's items is current, and how the queue is played.
public struct QueuePlace: Hashable, Sendable {
    /// The current item's index in the order of playing, counted from 0.
    public var index: Int
    /// The number of items in the queue.
    public var count: Int
    public var repeatMode: PlaybackQueue.RepeatMode
    /// Whether the order of playing is not the order in which items were added.
    public var isShuffled: Bool
    /// The current entry's id; nil if the queue is empty.
    public var entryID: UInt64?

    /// Creates the place in an empty queue.
    package init() { (index, count, repeatMode, isShuffled) = (0, 0, .none, false) }

    init(_ queue: PlaybackQueue) {
        (index, count) = (queue.index, queue.entries.count)
        (repeatMode, isShuffled) = (queue.repeatMode, queue.isShuffled)
        entryID = queue.currentEntry?.id
    }
}
