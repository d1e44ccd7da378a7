import RadioFormats
import RadioPlayer
import RadioStations

extension Radio {
    /// Replaces the queue with the stations of a collection. What plays goes on until another item is wanted. The new
    /// queue is not shuffled, and is repeated as the one before.
    ///
    /// - Parameters:
    ///   - collection: what is played, in its order.
    ///   - index: the place of the first one.
    /// - Throws: ``RadioError/shutDown``
    public func setQueue(
        with collection: StationCollection, startingAt index: Int = 0
    ) async throws(RadioError) {
        let items = collection.items.map { PlaybackItem($0.station) }
        try await ask { manager, answer in
            self.follow(Programme(items: items, index: index, isStation: true), on: manager)
            answer(.success(()))
        }
    }

    /// Replaces the queue with the stations that a query describes, in its order. What plays goes on until another item
    /// is wanted.
    ///
    /// - Throws: ``RadioError`` where there is none, or no list can be read; then the queue stays as it is.
    public func setQueue(with query: StationQuery) async throws(RadioError) {
        try await find(ProgrammeFinder(argument: nil, library: reader, queue: QueueSettings(query: query))) {
            self.follow($0, on: $1)
        }
    }
}

extension PlaybackManager {
    /// Replaces the queue with the stations of a collection, as `setQueue(_:startingAt:skipsFailedItems:)` does; a
    /// station that fails is followed by the next. ``Radio/setQueue(with:startingAt:)`` also writes down what is heard.
    public func setQueue(with collection: StationCollection, startingAt index: Int = 0) {
        setQueue(collection.items.map { PlaybackItem($0.station) }, startingAt: index, skipsFailedItems: true)
    }
}

extension StationLibrary {
    /// The same queue, as from an archive, with its stations as this library has them now. A station that the library
    /// does not have any more stays as it is.
    public func updated(_ queue: PlaybackQueue) -> PlaybackQueue {
        var new = queue
        new.updateStations { updated($0) }
        return new
    }
}
