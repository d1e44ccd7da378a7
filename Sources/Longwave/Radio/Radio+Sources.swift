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

    /// A sequence of the changes of the station lists, of the listener's properties (favourites, stars, gains, play
    /// counts) and of the playlists. It includes changes that other programs make, and lists that appear later.
    ///
    /// The first element contains the current library, also if no list can be read. A slow reader gets only the newest
    /// element. The files are watched until the app ends its iteration of the sequence.
    public var libraryChanges: AsyncStream<LibraryDidChange> {
        let reader = reader
        return sequence { manager, tell, _ in
            let monitor = reader.monitor(on: manager.loop, listener: reader.playlists)
            let observation = monitor.observe(tell)
            monitor.start {}
            return [monitor, observation]
        }
    }

    /// Makes ``libraryChanges`` report at once a change of a list that this program has made.
    package func lookAtLists(on manager: isolated PlaybackManager) {
        for source in state.sources.values { source.objects.forEach { ($0 as? LibraryMonitor)?.lookAgain() } }
    }

    /// Changes the listener's properties of a station, such as favourite, stars and gain.
    ///
    /// When the call returns, the new properties are written to their file.
    ///
    /// - Parameters:
    ///   - item: the station, from ``library()``.
    ///   - change: called with the properties that the file contains now, on another thread. Changes them in place.
    /// - Returns: the station with its new properties.
    /// - Throws: ``RadioError/listener(_:)`` if ``JournalPlaces/listener`` is nil, or if the file cannot be read or
    ///   written.
    public func update(
        _ item: LibraryItem, _ change: @escaping @Sendable (inout UserProperties) -> Void
    ) async throws(RadioError) -> LibraryItem {
        try await withListenerStore { store throws(StorageError) in
            var item = item
            item.user = try store.update(ListenerRecord(item), change)
            return item
        }
    }

    /// Returns how loud stations and files are and were played, by `Station.persistentID`.
    ///
    /// - Throws: ``RadioError/listener(_:)`` if the file of the listener's properties cannot be read.
    public func levels() async throws(RadioError) -> [String: StationLevel] {
        let path = reader.playlists
        return try await onDisk { () throws(StorageError) in try ListenerStore.existing(at: path)?.levels() ?? [:] }
    }

    /// Opens the file of the listener's properties, runs `body` with it on the disk's thread, and returns the result of
    /// `body`.
    func withListenerStore<Value: Sendable>(
        _ body: @escaping @Sendable (ListenerStore) throws(StorageError) -> Value
    ) async throws(RadioError) -> Value {
        guard let path = configuration.journal.listener else {
            throw .listener(.inaccessible("there is no file for them"))
        }
        let (result, replaced) = try await onDisk { () throws(StorageError) in
            try ListenerStore.writing(path: path, body)
        }
        if let replaced { tell(.listener(replaced)) }
        return result
    }

    /// Searches the directory of stations. If ``Configuration/directory`` is nil, this is radio-browser.
    ///
    /// - Throws: ``RadioError/list(_:)`` if no server of the directory answers, and no earlier answer to the same query
    ///   is cached. ``RadioError/system(_:)`` if the system has no file descriptors left.
    public func find(_ query: DirectoryQuery) async throws(RadioError) -> DirectoryAnswer {
        try await askDirectory { $0.search(query, completion: $1) }
    }

    /// Returns what the directory of stations says about a station now; nil if it has no such station.
    ///
    /// - Parameter id: the station's id in the directory (`Station.directoryID`).
    /// - Throws: the errors of ``find(_:)``.
    public func station(directoryID id: String) async throws(RadioError) -> DirectoryStation? {
        try await askDirectory { $0.station(id: id, completion: $1) }
    }

    private func askDirectory<Answer: Sendable>(
        _ question:
            @escaping @Sendable (StationDirectory, @escaping (Result<Answer, StationLibraryError>) -> Void) -> Void
    ) async throws(RadioError) -> Answer {
        let folders = reader.folders
        guard let address = configuration.directory ?? DirectoryAddress(environment: folders) else {
            throw .system("the directory is switched off")
        }
        let report = configuration.onDirectoryRequest
        return try await ask { manager, answer in
            do throws(TransferError) {
                let directory = try StationDirectory(
                    address, loop: manager.loop, pool: try manager.transferPool(),
                    cache: StationDirectory.usualCache(environment: folders), report: report)
                question(directory) { found in
                    withExtendedLifetime(directory) { answer(found.mapError(RadioError.list)) }
                }
            } catch { answer(.failure(.system(error.words))) }
        }
    }

    /// Checks whether stations play, without playing them: connects to each address, and decodes about a second of
    /// sound.
    ///
    /// - Parameters:
    ///   - stations: the stations to check.
    ///   - timeout: the longest wait for the first sound of an address.
    ///   - maximumAtOnce: the largest number of addresses that are checked at the same time. Each needs one or two file
    ///     descriptors.
    /// - Returns: a sequence of the findings about each station, in the order in which the checks end.
    public func check(
        _ stations: [Station], timeout: Duration = .seconds(15), maximumAtOnce: Int = 32
    ) -> AsyncStream<StationHealth> {
        var settings = StationChecker.Settings(timeout: timeout)
        settings.maximumAtOnce = maximumAtOnce
        return sequence(.unbounded) { [settings] manager, tell, end in
            guard let pool = try? manager.transferPool(),
                let checker = try? StationChecker(loop: manager.loop, settings: settings, pool: pool)
            else { return nil }
            checker.start(stations, report: { tell($1) }, completion: end)
            return [checker]
        }
    }

    // MARK: Artwork

    /// A sequence of the pictures for what is heard: the picture of the track, otherwise that of the station, otherwise
    /// Longwave's own.
    ///
    /// An element is nil while no picture is known, for example while it loads. A slow reader gets only the newest
    /// picture.
    ///
    /// - Parameter size: the wanted length of the picture's longer side in pixels.
    public func artwork(size: Int = 512) -> AsyncStream<Artwork?> {
        let folders = reader.folders
        return sequence { manager, tell, _ in
            let pool = try? manager.transferPool()
            guard let cache = ArtworkCache.usual(environment: folders, loop: manager.loop, pool: pool) else {
                return nil
            }
            return [NowPlayingArtwork(manager, cache: cache, wanted: size, onChange: tell)]
        }
    }

    // MARK: Titles of many stations

    /// Records the titles that stations show, without playing the stations. The number of stations may be one or tens
    /// of thousands.
    ///
    /// - Parameters:
    ///   - stations: the stations whose titles are recorded. Of several stations with the same id, only the first is
    ///     taken.
    ///   - settings: the files to which titles are written, and how titles are read from the stations.
    /// - Throws: ``RadioError/titles(_:)`` if a file cannot be opened or written.
    public func logTitles(
        of stations: [Station], _ settings: TitleLogger.Settings
    ) async throws(RadioError) -> TitleLog {
        try await ask { manager, answer in
            do throws(RadioError) {
                let log = try self.log(settings, on: manager)
                log.start(stations) { answer($0.map { log }) }
            } catch { answer(.failure(error)) }
        }
    }

    /// Prepares a log of titles, which ``TitleLog/start(_:then:)`` starts. Called on the player's loop.
    /// - Parameter onEvent: called on the loop with each event. ``TitleLog/events`` is empty then.
    package func log(
        _ settings: TitleLogger.Settings, on manager: isolated PlaybackManager,
        onEvent: ((TitleLogger.Event) -> Void)? = nil
    ) throws(RadioError) -> TitleLog {
        do throws(TransferError) {
            let log = try TitleLog(manager, settings, onEvent)
            state.logs.append(log)
            log.onEnd = { [state, weak log] in state.logs.removeAll { $0 === log } }
            return log
        } catch { throw .system(error.words) }
    }

    // MARK: Sequences

    /// Returns a sequence of the values that an object on the player's loop reports, such as an observation.
    ///
    /// The reporting object is released once no task iterates over the sequence any more.
    ///
    /// - Parameters:
    ///   - policy: which values a slow reader gets; only the newest if nothing else is said.
    ///   - begin: called on the loop. Makes the objects that pass values to the second argument, and that may end the
    ///     sequence with the third. Returns these objects, which are kept alive. If it returns nil, the sequence is
    ///     empty.
    func sequence<Value: Sendable>(
        _ policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1),
        _ begin:
            @escaping @Sendable (
                isolated PlaybackManager, @escaping (Value) -> Void, @escaping () -> Void
            ) -> [AnyObject]?
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        let id = SequenceID()
        let manager = manager
        let state = Unchecked(state)
        let task = Task {
            await manager.perform { manager in
                guard !Task.isCancelled, !state.value.isShutDown,
                    let sources = begin(manager, { continuation.yield($0) }, { continuation.finish() })
                else { return continuation.finish() }
                state.value.sources[id] = (sources, { continuation.finish() })
            }
        }
        continuation.onTermination = { _ in
            task.cancel()
            // If the player's loop has ended, it has already released the objects behind the sequence.
            guard manager.loop.isRunning else { return }
            Task { await manager.perform { _ in state.value.sources[id] = nil } }
        }
        return stream
    }
}

/// Identifies a sequence that an app iterates over, a call of a radio's method that has not returned yet, or a caller
/// that waits for properties of an asset. Each instance is equal only to itself.
package final class SequenceID: Hashable, Sendable {
    package static func == (left: SequenceID, right: SequenceID) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Passes a value that is not `Sendable` between threads. The value is used on the player's loop only.
///
/// Code on other threads may store and pass on the value, but must not read or change it.
package struct Unchecked<Value>: @unchecked Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}

extension PlaybackManager {
    /// Runs `body` on the player's loop, and returns its result. The player does nothing else between the calls that
    /// `body` makes.
    public func perform<Value: Sendable>(
        _ body: @Sendable (isolated PlaybackManager) throws -> Value
    ) rethrows -> Value { try body(self) }
}
