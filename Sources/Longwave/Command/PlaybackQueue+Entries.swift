import RadioPlayer

/// The queue's entries by their ids, for clients whose list of the queue may be older than the queue.
extension PlaybackQueue {
    /// Returns the place of the entry with an id; nil if the queue does not have this entry, or no longer.
    package func place(of id: Entry.ID) -> Int? { entries.firstIndex { $0.id == id } }
}

extension PlaybackManager {
    /// Moves the entry with an id by a number of places, at most to an end of the queue. Does nothing if the queue does
    /// not have this entry.
    package func move(_ id: PlaybackQueue.Entry.ID, by step: Int) {
        guard let place = queue.place(of: id) else { return }
        let (target, isTooFar) = place.addingReportingOverflow(step)
        let last = queue.entries.count - 1
        move(from: place, to: isTooFar ? (step < 0 ? 0 : last) : min(max(target, 0), last))
    }
}
