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

    /// The path of the listener's own list, which is merged into ``library()`` unless ``Configuration/lists`` names other
    /// lists. Nil if there is no home folder.
    public var ownList: String? { LibrarySearchPath.own(environment: reader.folders) }

    /// Adds stations to the listener's own list. A station that the list already contains gets the new values.
    ///
    /// - Parameters:
    ///   - stations: the stations to add.
    ///   - list: the path of a station file (JSON) to change instead. The file is created if it is missing.
    ///   - isDryRun: true to find out what would change, without a change.
    /// - Throws: ``RadioError/list(_:)`` if the file cannot be read or written.
    @discardableResult
    public func add(
        _ stations: [Station], to list: String? = nil, isDryRun: Bool = false
    ) async throws(RadioError) -> StationImport {
        let list = try own(list)
        return try await onLists { () throws(StationLibraryError) in try list.add(stations, isDryRun: isDryRun) }
    }

    /// Removes stations from the listener's own list. If the list lacks one of them, none is removed.
    ///
    /// - Parameters:
    ///   - stations: the stations to remove.
    ///   - list: the path of a station file (JSON) to change instead.
    /// - Throws: ``RadioError/list(_:)`` if the list lacks a station, or if the file cannot be read or written.
    public func remove(_ stations: [Station], from list: String? = nil) async throws(RadioError) {
        let list = try own(list)
        try await onLists { () throws(StationLibraryError) in try list.remove(stations) }
    }

    /// Replaces a station in the listener's own list, such as by ``StationHealth/corrected``.
    ///
    /// - Parameters:
    ///   - station: the station as it is in the list. Its id, otherwise its name and first address identify it.
    ///   - new: the station with its new values.
    ///   - list: the path of a station file (JSON) to change instead.
    /// - Throws: ``RadioError/list(_:)`` if the list lacks the station, or if the file cannot be read or written.
    public func replace(
        _ station: Station, with new: Station, in list: String? = nil
    ) async throws(RadioError) {
        let list = try own(list)
        try await onLists { () throws(StationLibraryError) in try list.replace(station, with: new) }
    }

    /// Adds the stations of a list in any format, such as M3U, PLS, XSPF or OPML, to the listener's own list.
    ///
    /// - Parameters:
    ///   - source: the path or the address of the list; `-` for standard input.
    ///   - format: the format of a file; nil to recognise it by the content.
    ///   - list: the path of a station file (JSON) to change instead.
    ///   - isDryRun: true to find out what would change, without a change.
    /// - Throws: ``RadioError/list(_:)`` if the source is not a list, or a file cannot be read or written.
    @discardableResult
    public func importStations(
        from source: String, as format: ListFormat? = nil, to list: String? = nil, isDryRun: Bool = false
    ) async throws(RadioError) -> StationImport {
        let read: (stations: [Station], problems: [EntryProblem])
        if StationLibrary.isRemote(source) {
            var reader = LibraryReader(named: [source])
            reader.manager = manager
            let library = try await ask { [reader] in reader.load(on: $0.loop, $1) }
            read = (library.stations, library.problems)
        } else {
            read = try await onLists { () throws(StationLibraryError) in
                let list = try StationListFile.read(source, as: format)
                return (list.stations, list.problems)
            }
        }
        var result = try await add(read.stations, to: list, isDryRun: isDryRun)
        result.problems = read.problems
        return result
    }

    /// Writes stations as a list for other programs.
    ///
    /// - Parameters:
    ///   - stations: the stations to write; nil for all stations of the lists.
    ///   - path: the path of the file, which is replaced; nil to write no file.
    ///   - format: the format of the list; nil for the format that the file's suffix selects: `.m3u`, `.pls`, `.xspf`,
    ///     `.asx`, `.opml`, `.csv` (PyRadio), otherwise a station file (JSON).
    ///   - title: the list's own title, if the format has a place for it.
    /// - Returns: the bytes of the list, and a sentence about the properties of stations that the format cannot contain;
    ///   nil if nothing is lost.
    /// - Throws: ``RadioError`` if no list can be read, or the file cannot be written.
    @discardableResult
    public func exportStations(
        _ stations: [Station]? = nil, to path: String? = nil, as format: ListFormat? = nil, title: String? = nil
    ) async throws(RadioError) -> (bytes: [UInt8], loss: String?) {
        let stations = if let stations { stations } else { try await library().stations }
        let format = format ?? ListFormat(path: path ?? "")
        return try await onLists { () throws(StationLibraryError) in
            let list = StationListWriter.write(stations, as: format, title: title)
            if let path { try StationListFile.write(path, list.bytes) }
            return (list.bytes, ListLoss.sentence(list.losses, format: format))
        }
    }

    private func own(_ named: String?) throws(RadioError) -> OwnList {
        guard let path = named ?? ownList else { throw .noList }
        return OwnList(path: path)
    }

    private func onLists<Answer: Sendable>(
        _ work: @escaping @Sendable () throws(StationLibraryError) -> Answer
    ) async throws(RadioError) -> Answer {
        let answer = try await onDisk(RadioError.list, refused: .unwritable("", reason: BlockingWorker.refusal), work)
        await manager.perform { lookAtLists(on: $0) }
        return answer
    }
}
