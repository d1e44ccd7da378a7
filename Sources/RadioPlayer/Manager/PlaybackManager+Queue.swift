import RadioLoop

/// The queue's methods.
///
/// A place is an entry's index in the order of playing, counted from 0. The playing item continues unless a method's
/// documentation says otherwise.
extension PlaybackManager {
    /// Replaces the queue. The playing item continues until another item is requested.
    ///
    /// The new queue has the repeat mode of the old one, and is shuffled if the old one was.
    /// - Parameters:
    ///   - items: the items in the order of playing.
    ///   - index: the place of the new current item.
    ///   - skipsFailedItems: as in ``setSkipsFailedItems(_:)``.
    public func setQueue(_ items: [PlaybackItem], startingAt index: Int = 0, skipsFailedItems: Bool = false) {
        driver.change { queue in
            queue = queue.renewed(items, startingAt: index)
            queue.skipsFailedItems = skipsFailedItems
        }
    }

    /// Replaces the queue including its current item, order and repeat mode, for example with an archived queue.
    ///
    /// The playing item continues until another item is requested.
    public func setQueue(_ queue: PlaybackQueue) { driver.change { $0 = PlaybackQueue(queue, after: $0) } }

    /// Sets whether the player moves on after any item that fails.
    ///
    /// If false, the player moves on only from a failed item that ``next()`` or ``previous()`` reached and that was
    /// never heard. The player first tries the items in the direction of that move, then the item heard last, then all
    /// others.
    public func setSkipsFailedItems(_ skips: Bool) { driver.change { $0.skipsFailedItems = skips } }

    /// Returns whether the queue has room for `count` more items.
    public func canInsert(_ count: Int) -> Bool { queue.canInsert(count) }

    /// Appends items to the queue. Returns false without a change if there is no room for all.
    @discardableResult
    public func append(_ items: [PlaybackItem]) -> Bool { driver.change { $0.insert(items) } }

    /// Inserts items after the current one. Returns false without a change if there is no room for all.
    @discardableResult
    public func insertNext(_ items: [PlaybackItem]) -> Bool { driver.change { $0.insertNext(items) } }

    /// Removes an item.
    ///
    /// If the item is playing, the next item plays instead; if none follows, the player stops. A paused player stays
    /// paused.
    public func remove(at place: Int) { driver.remove(at: place) }

    /// Moves the item at `place` so that its place is then `target`.
    public func move(from place: Int, to target: Int) { driver.change { $0.move(from: place, to: target) } }

    /// Plays the item at `place`, which becomes the queue's current item.
    public func playQueue(at place: Int) {
        endInterruptions()
        driver.play(at: place)
    }

    /// Plays the current item from its beginning: a file or another finite item from its start, a station from its
    /// newest sound.
    public func skipToBeginning() {
        guard snapshot.stream?.duration != nil, isPresentStarted else { return play(atLiveEdge: true) }
        // If a file's beginning was dropped from memory and the server cannot send the beginning alone, the whole file
        // is read again.
        guard let start = snapshot.seekableTimeRanges.first?.start, start <= .zero, (try? seek(to: start)) != nil else {
            return driver.startAgain()
        }
    }

    public func setRepeatMode(_ mode: PlaybackQueue.RepeatMode) { driver.change { $0.repeatMode = mode } }

    /// Shuffles the queue, beginning with the current item, or restores the order in which items were added.
    public func setShuffled(_ isShuffled: Bool) {
        driver.change { queue in
            if isShuffled {
                var random = SystemRandomNumberGenerator()
                queue.shuffle(using: &random)
            } else {
                queue.unshuffle()
            }
        }
    }
}
