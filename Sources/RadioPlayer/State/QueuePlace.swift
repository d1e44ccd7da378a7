/// Where in the queue the player is, and how the queue is played.
public struct QueuePlace: Hashable, Sendable {
    /// Of the present item in the order of playing, from 0.
    public var index: Int
    /// Items in the queue.
    public var count: Int
    public var repeatMode: PlaybackQueue.RepeatMode
    /// Items are played in another order than that in which they were put in.
    public var isShuffled: Bool

    /// Of an empty queue.
    package init() { (index, count, repeatMode, isShuffled) = (0, 0, .none, false) }

    init(_ queue: PlaybackQueue) {
        (index, count) = (queue.index, queue.entries.count)
        (repeatMode, isShuffled) = (queue.repeatMode, queue.isShuffled)
    }
}
