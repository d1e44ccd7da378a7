import RadioDirectory
import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

extension Radio {
    // MARK: Stations

    /// The changes of the lists and of the listener's properties (favourites, stars, gains, play counts), including
    /// changes by other programs.
    ///
    /// The first element is the present library. Files are watched for as long as somebody reads the sequence.
    public var libraryChanges: AsyncStream<LibraryDidChange> {
        let reader = reader
        let listener = configuration.journal.listener
        return sequence { manager, tell in
            guard let pool = try? manager.transferPool() else { return nil }
            let worker = BlockingWorker(loop: manager.loop)
            let loader = StationLibraryLoader(
                loop: manager.loop, pool: pool, worker: worker, cache: ListCache.usual(environment: reader.folders))
            let monitor = LibraryMonitor(
                loop: manager.loop, loader: loader, worker: worker,
                settings: .init(sources: reader.sources, listener: listener))
            let observation = monitor.observe(tell)
            monitor.start {}
            return [monitor, observation]
        }
    }

    /// Changes the listener's properties of a station: favourite, stars, gain.
    ///
    /// The new properties are on the disk when the call returns.
    ///
    /// - Parameters:
    ///   - item: the station, from ``library()``.
    ///   - change: changes the properties, which were read from the file just before.
    /// - Returns: the same station with its new properties.
    /// - Throws: ``RadioError/listener(_:)``, also if ``JournalPlaces/listener`` is nil.
    public func update(
        _ item: LibraryItem, _ change: @escaping @Sendable (inout UserProperties) -> Void
    ) async throws(RadioError) -> LibraryItem {
        try await withListenerStore { store throws(StorageError) in
            var item = item
            item.user = try store.update(ListenerRecord(item), change)
            return item
        }
    }

    /// Runs `body` with the file of the listener's properties, on the disk's thread.
    func withListenerStore<Value: Sendable>(
        _ body: @escaping @Sendable (ListenerStore) throws(StorageError) -> Value
    ) async throws(RadioError) -> Value {
        guard let path = configuration.journal.listener else {
            throw .listener(.inaccessible("there is no file for them"))
        }
        return try await onDisk { () throws(StorageError) in try body(ListenerStore(path: path)) }
    }

    /// Searches the directory of stations (radio-browser), even if ``Configuration/directory`` is nil.
    ///
    /// - Throws: ``RadioError/list(_:)`` if no server answers and no earlier answer to the same query is cached.
    public func find(_ query: DirectoryQuery) async throws(RadioError) -> DirectoryAnswer {
        let folders = reader.folders
        guard let address = configuration.directory ?? DirectoryAddress(environment: folders) else {
            throw .system("the directory is switched off")
        }
        return try await ask { manager, answer in
            do throws(TransferError) {
                let cache = StationDirectory.usualCache(environment: folders)
                let pool = try manager.transferPool()
                let directory = try StationDirectory(address, loop: manager.loop, pool: pool, cache: cache)
                directory.search(query) { found in
                    withExtendedLifetime(directory) { answer(found.mapError(RadioError.list)) }
                }
            } catch { answer(.failure(.system(error.words))) }
        }
    }

    // MARK: Artwork

    /// The pictures for what is heard: of the track, the station or the program itself, in this order of preference.
    ///
    /// An element is nil before anything plays and while a new picture loads.
    ///
    /// - Parameter size: the wanted length of the longest side, in pixels.
    public func artwork(size: Int = 512) -> AsyncStream<Artwork?> {
        let folders = reader.folders
        return sequence { manager, tell in
            let pool = try? manager.transferPool()
            guard let cache = ArtworkCache.usual(environment: folders, loop: manager.loop, pool: pool) else {
                return nil
            }
            return [NowPlayingArtwork(manager, cache: cache, wanted: size, onChange: tell)]
        }
    }

    // MARK: Titles of many stations

    /// Follows and writes the titles of stations, from one to tens of thousands, without playing them.
    ///
    /// - Parameters:
    ///   - stations: the stations. Of several with the same id, only the first is followed.
    ///   - settings: the places where the titles are written, and the way to follow them.
    /// - Throws: ``RadioError/titles(_:)`` if the files cannot be written.
    public func logTitles(
        of stations: [Station], _ settings: TitleLogger.Settings
    ) async throws(RadioError) -> TitleLog {
        let (events, continuation) = AsyncStream.makeStream(
            of: TitleLogger.Event.self, bufferingPolicy: .bufferingNewest(TitleLog.maximumWaiting))
        let state = Unchecked(state)
        return try await ask { manager, answer in
            do throws(TransferError) {
                let logger = try TitleLogger(loop: manager.loop, settings: settings) { continuation.yield($0) }
                let log = TitleLog(manager, logger, events, continuation)
                state.value.logs.append(log)
                log.onEnd = { [unowned log] in state.value.logs.removeAll { $0 === log } }
                logger.start(stations.map(TitleStation.init)) { begun in
                    if case .failure = begun { state.value.logs.removeAll { $0 === log } }
                    answer(begun.map { log }.mapError(RadioError.titles))
                }
            } catch { answer(.failure(.system(error.words))) }
        }
    }

    // MARK: Sequences

    /// Returns a sequence of the values that a source on the loop produces.
    ///
    /// A slow reader gets only the newest value.
    ///
    /// The source is released once nobody reads the sequence.
    ///
    /// - Parameter begin: starts the source on the loop. Returns the objects to keep alive, or nil if there is no
    ///   source.
    func sequence<Value: Sendable>(
        _ begin: @escaping @Sendable (isolated PlaybackManager, @escaping (Value) -> Void) -> [AnyObject]?
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let id = SequenceID()
        let manager = manager
        let state = Unchecked(state)
        let task = Task {
            await manager.perform { manager in
                guard !Task.isCancelled, !state.value.isShutDown,
                    let sources = begin(manager, { continuation.yield($0) })
                else { return continuation.finish() }
                state.value.sources[id] = (sources, { continuation.finish() })
            }
        }
        continuation.onTermination = { _ in
            task.cancel()
            // A loop that has ended has already released its sources.
            guard manager.loop.isRunning else { return }
            Task { await manager.perform { _ in state.value.sources[id] = nil } }
        }
        return stream
    }
}

/// Identifies an open sequence, a call that waits for its answer, or a task that waits for properties of an asset.
package final class SequenceID: Hashable, Sendable {
    package static func == (left: SequenceID, right: SequenceID) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A value that is used on the manager's loop only.
///
/// Other threads may pass the value on, but must not use it.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension PlaybackManager {
    /// Runs `body` in one turn of the loop, so that nothing else happens between its calls.
    public func perform<Value: Sendable>(
        _ body: @Sendable (isolated PlaybackManager) throws -> Value
    ) rethrows -> Value { try body(self) }
}
