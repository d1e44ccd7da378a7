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

    /// Changes of the lists, and of what the listener has of their stations, also by other programs. The first one is what is
    /// there now. Files are watched for as long as somebody reads the sequence.
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

    /// Changes what the listener has of a station: favourite, stars, gain. Kept when it returns.
    ///
    /// - Parameters:
    ///   - item: the station, of ``library()``.
    ///   - change: of its properties, as they are now.
    /// - Returns: the same station with its new properties.
    /// - Throws: ``RadioError/listener(_:)``, also where the radio has no such file.
    public func update(
        _ item: LibraryItem, _ change: @escaping @Sendable (inout UserProperties) -> Void
    ) async throws(RadioError) -> LibraryItem {
        try await withListenerStore { store throws(StorageError) in
            var item = item
            item.user = try store.update(ListenerRecord(item), change)
            return item
        }
    }

    /// On the disk's thread.
    func withListenerStore<Value: Sendable>(
        _ body: @escaping @Sendable (ListenerStore) throws(StorageError) -> Value
    ) async throws(RadioError) -> Value {
        guard let path = configuration.journal.listener else {
            throw .listener(.inaccessible("there is no file for them"))
        }
        return try await onDisk { () throws(StorageError) in try body(ListenerStore(path: path)) }
    }

    /// Asks the directory of stations (radio-browser), also where ``Configuration/directory`` is nil.
    ///
    /// - Throws: ``RadioError/list(_:)`` where no server answers and nothing was kept of the same question.
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

    /// The picture for what is heard: that of the track, else that of the station. Nil before anything plays, and while a new one
    /// is on its way.
    ///
    /// - Parameter size: the longest side that is wanted, in pixels.
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

    /// Follows the titles of stations without their sound, from one to tens of thousands, and writes them down.
    ///
    /// - Parameters:
    ///   - stations: of stations with the same id only the first is followed.
    ///   - settings: where titles go.
    /// - Throws: ``RadioError/titles(_:)`` where the files cannot be written.
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

    /// Values of a source on the loop. The source is released when nobody reads any more. Whoever is slow gets the newest.
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
            // After the end nothing is left to release.
            guard manager.loop.isRunning else { return }
            Task { await manager.perform { _ in state.value.sources[id] = nil } }
        }
        return stream
    }
}

/// Tells one sequence from the others.
package final class SequenceID: Hashable, Sendable {
    package static func == (left: SequenceID, right: SequenceID) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Of the manager's loop: carried elsewhere, and touched only there.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension PlaybackManager {
    /// Several calls in one turn, with nothing between them.
    public func perform<Value: Sendable>(
        _ body: @Sendable (isolated PlaybackManager) throws -> Value
    ) rethrows -> Value { try body(self) }
}
