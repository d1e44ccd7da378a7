import RadioFormats
import RadioPlayer
import RadioStations

extension Radio {
    /// Replaces the queue with the stations of a collection.
    ///
    /// The current item continues to play until another item is chosen. The new queue is not shuffled, and has the
    /// repeat mode of the old queue. When a station fails, the player continues with the next one.
    ///
    /// - Parameters:
    ///   - collection: the stations, in the order in which they are played.
    ///   - index: the index in `collection.items` of the station that is played first.
    /// - Throws: ``RadioError/shutDown``
    public func setQueue(
        with collection: StationCollection, startingAt index: Int = 0
    ) async throws(RadioError) {
        let items = collection.items.map { PlaybackItem($0.station) }
        try await ask { manager, answer in
            self.follow(Selection(items: items, index: index, isStation: true), on: manager)
            answer(.success(()))
        }
    }

    /// Replaces the queue with the stations that match a query, in the query's order.
    ///
    /// The current item continues to play until another item is chosen. When a station fails, the player continues with
    /// the next one.
    ///
    /// - Throws: ``RadioError`` if no station matches, or no list can be read. The queue then stays unchanged.
    public func setQueue(with query: StationQuery) async throws(RadioError) {
        try await find(SelectionFinder(argument: nil, library: reader, queue: QueueSettings(query: query))) {
            self.follow($0, on: $1)
        }
    }
}

extension PlaybackManager {
    /// Replaces the queue with the stations of a collection. The current item continues to play until another item is
    /// chosen.
    ///
    /// When a station fails, the player continues with the next one. To record in the journal which stations are heard,
    /// use ``Radio/setQueue(with:startingAt:)`` instead.
    public func setQueue(with collection: StationCollection, startingAt index: Int = 0) {
        setQueue(collection.items.map { PlaybackItem($0.station) }, startingAt: index, skipsFailedItems: true)
    }
}

extension StationLibrary {
    /// Returns a queue in which the details of each station, such as its addresses, are those that this library
    /// contains now. Use this for a queue that was archived earlier.
    ///
    /// A station that the library does not contain any more stays unchanged.
    public func updated(_ queue: PlaybackQueue) -> PlaybackQueue {
        var new = queue
        new.updateStations { updated($0) }
        return new
    }
}
