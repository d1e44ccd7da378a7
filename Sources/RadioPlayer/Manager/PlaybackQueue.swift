/// What is played, in order, and where in it the player is.
public struct PlaybackQueue: Hashable, Sendable {
    public private(set) var items: [PlaybackItem] = []
    public private(set) var index = 0

    public init() {}

    public init(_ items: [PlaybackItem], startingAt index: Int = 0) {
        self.items = items
        self.index = items.isEmpty ? 0 : min(max(index, 0), items.count - 1)
    }

    public var current: PlaybackItem? { items.isEmpty ? nil : items[index] }

    /// Moves on and returns the new item; nil, and no move, at the end.
    public mutating func next() -> PlaybackItem? {
        guard index + 1 < items.count else { return nil }
        index += 1
        return items[index]
    }

    /// Moves back and returns the new item; nil, and no move, at the beginning.
    public mutating func previous() -> PlaybackItem? {
        guard index > 0, !items.isEmpty else { return nil }
        index -= 1
        return items[index]
    }
}
