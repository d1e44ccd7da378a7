import RadioFormats
import RadioPlayer
import RadioStations

extension Radio {
    /// Replaces the queue with the stations of a collection.
    ///
    /// The present item plays on until another one is chosen. The new queue is not shuffled, and keeps the repeat mode.
    ///
    /// - Parameters:
    ///   - collection: the stations, in their order.
    ///   - index: the index of the station to play first.
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

    /// Replaces the queue with the stations that match a query, in the query's order.
    ///
    /// The present item plays on until another one is chosen.
    ///
    /// - Throws: ``RadioError`` if no station matches, or no list can be read. The queue then stays unchanged.
    public func setQueue(with query: StationQuery) async throws(RadioError) {
        try await find(ProgrammeFinder(argument: nil, library: reader, queue: QueueSettings(query: query))) {
            self.follow($0, on: $1)
        }
    }
}

extension PlaybackManager {
    /// Replaces the queue with the stations of a collection, as `setQueue(_:startingAt:skipsFailedItems:)` does.
    ///
    /// When a station fails, the player continues with the next one. Use ``Radio/setQueue(with:startingAt:)`` to write
    /// what is heard into the journal as well.
    public func setQueue(with collection: StationCollection, startingAt index: Int = 0) {
        setQueue(collection.items.map { PlaybackItem($0.station) }, startingAt: index, skipsFailedItems: true)
    }
}

extension StationLibrary {
    /// Returns a queue, for example from an archive, in which each station is as this library has it now.
    ///
    /// A station that the library no longer has stays unchanged.
    public func updated(_ queue: PlaybackQueue) -> PlaybackQueue {
        var new = queue
        new.updateStations { updated($0) }
        return new
    }
}
