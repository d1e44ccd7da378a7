import RadioLoop

/// The queue. Places are those of the order of playing, from 0; what plays is not disturbed unless it is said.
extension PlaybackManager {
    /// Another queue: what plays goes on until another item is wanted.
    ///
    /// It is not shuffled, and is repeated as the one before.
    /// - Parameters:
    ///   - items: what is played, in order.
    ///   - index: the place of the first one.
    ///   - skipsFailedItems: as in ``setSkipsFailedItems(_:)``.
    public func setQueue(_ items: [PlaybackItem], startingAt index: Int = 0, skipsFailedItems: Bool = false) {
        var new = renewed(items, startingAt: index)
        new.skipsFailedItems = skipsFailedItems
        changeQueue { $0 = new }
    }

    /// Another queue with its place, order and repetition, as from an archive: what plays goes on until another item
    /// is wanted.
    public func setQueue(_ queue: PlaybackQueue) { changeQueue { $0 = PlaybackQueue(queue, after: $0) } }

    /// Whether every item that fails is followed by another one, or only those that ``next()`` or ``previous()`` led to and that
    /// were never heard. First come those that lie ahead, then the one that was heard last, then all others.
    public func setSkipsFailedItems(_ skips: Bool) { changeQueue { $0.skipsFailedItems = skips } }

    /// Whether so many items more have room in the queue.
    public func canInsert(_ count: Int) -> Bool { queue.canInsert(count) }

    /// Puts items at the end of the queue. False where there is no room for all: then none is taken.
    @discardableResult
    public func append(_ items: [PlaybackItem]) -> Bool { changeQueue { $0.insert(items) } }

    /// Puts items after the one that plays. False where there is no room for all: then none is taken.
    @discardableResult
    public func insertNext(_ items: [PlaybackItem]) -> Bool { changeQueue { $0.insertNext(items) } }

    /// Puts items before a place. False where there is no room for all, or no such place: then none is taken.
    @discardableResult
    public func insert(_ items: [PlaybackItem], at place: Int) -> Bool { changeQueue { $0.insert(items, at: place) } }

    /// Takes an item out; where it is the one that plays, the one that followed it plays, and nothing where none followed. Paused it stays
    /// paused.
    public func remove(at place: Int) {
        guard queue.entries.indices.contains(place) else { return }
        let wasStarted = isStarted(queue.entries[place])
        let isFollowed = place + 1 < queue.entries.count || queue.repeatMode == .all && queue.entries.count > 1
        changeQueue { $0.remove(at: place) }
        guard wasStarted, !isAtRest else { return }
        if isFollowed { startAgain(queue.current) } else { stop() }
    }

    /// Starts an item in place of what plays or is paused, and stays paused.
    private func startAgain(_ item: PlaybackItem?) {
        let isPaused = snapshot.intent == .paused
        go(item)
        if isPaused { pause() }
    }

    /// Gives an item another place.
    public func move(from place: Int, to target: Int) { changeQueue { $0.move(from: place, to: target) } }

    /// Plays the item at a place.
    public func playQueue(at place: Int) {
        endInterruptions()
        go(changeQueue { $0.select(place) })
    }

    /// The item from its beginning: a file or programme from its start, a station at its newest sound.
    public func skipToBeginning() {
        guard snapshot.stream?.duration != nil, isPresentStarted else { return play(atLiveEdge: true) }
        // Of a file what was heard is not kept: it is read again.
        guard let start = snapshot.seekableTimeRanges.first?.start, start <= .zero, (try? seek(to: start)) != nil else {
            return startAgain(queue.current)
        }
    }

    public func setRepeatMode(_ mode: PlaybackQueue.RepeatMode) { changeQueue { $0.repeatMode = mode } }

    /// Plays the queue in an order of chance, the item that plays first; or again in the order in which it was put in.
    public func setShuffled(_ isShuffled: Bool) {
        changeQueue { queue in
            if isShuffled {
                var random = SystemRandomNumberGenerator()
                queue.shuffle(using: &random)
            } else {
                queue.unshuffle()
            }
        }
    }
}
