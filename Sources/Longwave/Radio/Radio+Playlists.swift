import RadioFormats
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

extension Radio {
    // MARK: Playlists

    /// Returns the listener's playlists in the listener's order, followed by the ready-made playlists, such as
    /// `favourites`.
    ///
    /// To play a playlist, perform ``PlayerCommand/play(_:)`` with ``PlayRequest/Source/playlist(_:)``.
    /// - Throws: ``RadioError/listener(_:)`` if the file of the playlists cannot be read.
    public func playlists() async throws(RadioError) -> [StationPlaylist] {
        let path = reader.playlists
        return try await onDisk { () throws(StorageError) in try PlaylistNames.all(at: path) }
    }

    /// Returns the stations of a playlist in their order, as they are in the station lists now.
    ///
    /// - Throws: ``RadioError`` if no list can be read, or the playlist's query is invalid.
    public func items(of playlist: StationPlaylist) async throws(RadioError) -> [LibraryItem] {
        try SelectionFinder.items(of: playlist, in: try await library())
    }

    /// Changes the listener's playlists. When the call returns, they are written to their file.
    ///
    /// Changes that other programs make at the same time are not lost.
    /// - Parameter change: called with the playlists that the file contains now, on another thread. Changes them in
    ///   place. Of two playlists with the same name, the first is kept.
    /// - Returns: the result of `change`.
    /// - Throws: ``RadioError/listener(_:)`` if ``JournalPlaces/listener`` is nil, or if the file cannot be written.
    @discardableResult
    public func updatePlaylists<Result: Sendable>(
        _ change: @escaping @Sendable (inout [StationPlaylist]) -> Result
    ) async throws(RadioError) -> Result {
        try await withListenerStore { store throws(StorageError) in try store.change(change) }
    }

    // MARK: The listener's own stations

    /// Adds stations to the listener's own list, which is merged into ``library()`` unless ``Configuration/lists`` names
    /// other lists. A station that the list already contains gets the new values.
    ///
    /// - Parameters:
    ///   - stations: the stations to add.
    ///   - list: the path of a station file (JSON) to change instead. The file is created if it is missing.
    /// - Returns: the stations that are new in the list.
    /// - Throws: ``RadioError/list(_:)`` if the file cannot be read or written.
    @discardableResult
    public func add(_ stations: [Station], to list: String? = nil) async throws(RadioError) -> [Station] {
        let list = try ownList(list)
        return try await onLists { () throws(StationLibraryError) in try list.add(stations).added }
    }

    /// Removes stations from the listener's own list. If the list lacks one of them, none is removed.
    ///
    /// - Parameters:
    ///   - stations: the stations to remove.
    ///   - list: the path of a station file (JSON) to change instead.
    /// - Throws: ``RadioError/list(_:)`` if the list lacks a station, or if the file cannot be read or written.
    public func remove(_ stations: [Station], from list: String? = nil) async throws(RadioError) {
        let list = try ownList(list)
        try await onLists { () throws(StationLibraryError) in try list.remove(stations) }
    }

    /// Adds the stations of a list in any format, such as M3U, PLS, XSPF or OPML, to the listener's own list.
    ///
    /// - Parameters:
    ///   - source: the path or the address of the list.
    ///   - list: the path of a station file (JSON) to change instead.
    /// - Returns: the stations that are new in the listener's list.
    /// - Throws: ``RadioError/list(_:)`` if the source is not a list, or a file cannot be read or written.
    @discardableResult
    public func importStations(
        from source: String, to list: String? = nil
    ) async throws(RadioError) -> [Station] {
        var reader = LibraryReader(named: [source])
        reader.manager = manager
        let stations = try await ask { [reader] in reader.load(on: $0.loop, $1) }.stations
        return try await add(stations, to: list)
    }

    /// Writes all stations of the lists to a file, which is replaced. The file's suffix selects the format: `.m3u`,
    /// `.pls`, `.xspf`, `.asx`, `.opml`, `.csv` (PyRadio), otherwise a station file (JSON).
    ///
    /// - Throws: ``RadioError`` if no list can be read, or the file cannot be written.
    public func exportStations(to path: String) async throws(RadioError) {
        let stations = try await library().stations
        try await onLists { () throws(StationLibraryError) in
            try StationListFile.write(path, StationListWriter.write(stations, as: ListFormat(path: path)).bytes)
        }
    }

    private func ownList(_ named: String?) throws(RadioError) -> OwnList {
        guard let path = named ?? LibrarySearchPath.own(environment: reader.folders) else { throw .noList }
        return OwnList(path: path)
    }

    private func onLists<Answer: Sendable>(
        _ work: @escaping @Sendable () throws(StationLibraryError) -> Answer
    ) async throws(RadioError) -> Answer {
        let answer = try await onDisk(RadioError.list, refused: .unreadable("", reason: BlockingWorker.refusal), work)
        await manager.perform { lookAtLists(on: $0) }
        return answer
    }
}
