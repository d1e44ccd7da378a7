import Glibc
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStreams

/// Finds the items to play (`Selection`) for an argument, a query or a playlist.
///
/// An address or an existing file is played without reading the lists of stations. The lists are read for everything
/// else.
package struct SelectionFinder: Sendable {
    var argument: String?
    var library: LibraryReader
    var queue: QueueSettings
    /// Whether the argument came from another program, such as `longwave ctl`, which may run in another folder. A file
    /// then counts as existing only if its path is absolute.
    var isRemote: Bool

    package init(
        argument: String?, library: LibraryReader, queue: QueueSettings = QueueSettings(), isRemote: Bool = false
    ) {
        self.argument = argument
        self.library = library
        self.queue = queue
        self.isRemote = isRemote
    }

    /// The maximum number of lines shown for the stations that match a name, and for the problems of the lists.
    static let maximumCandidates = 20

    /// Finds the selection, and calls `found` with it on the loop. `found` is called before `find` returns if no list
    /// needs to be read.
    ///
    /// If there is a playlist, its stations are the selection, otherwise the stations of the query, otherwise what the
    /// argument names. Without any of them, the selection starts with the station heard last.
    package func find(_ memory: MemoryStore?, on loop: EventLoop, _ found: @escaping Selection.Found) {
        let queue = queue
        let found: Selection.Found = { answer in
            found(
                answer.map { selection in
                    var selection = selection
                    selection.queue = queue
                    return selection
                })
        }
        if let name = queue.playlist {
            let playlist = PlaylistNames.named(name, at: library.playlists)
            return library.personal.load(on: loop) { answer in
                found(answer.flatMap { list in playlist.flatMap { Self.selection($0, in: list) } })
            }
        }
        if let query = queue.query {
            return library.personal.load(on: loop) { answer in found(answer.flatMap { Self.select(query, in: $0) }) }
        }
        switch argument.map({ ArgumentKind($0, isFile: isFile) }) {
        case .url(let url)?:
            if let path = FileURL.path(url) {
                return isFolder(path) ? SoundFolder.find(path, on: loop, found) : found(file(path))
            }
            found(.success(.init(items: [PlaybackItem(url: url)], isStation: true)))
        case .file(let path)? where isFolder(path): SoundFolder.find(path, on: loop, found)
        case .file(let path)? where !isFile(path):
            // The file does not exist. The argument may be a station's id that looks like a path, so the lists are
            // searched for this id before the file is reported as missing.
            library.load(on: loop) { answer in
                let station = (try? answer.get()).flatMap { list in list.station(id: path).map { ($0, list) } }
                found(station.map { .success(Self.selection($0, in: $1)) } ?? file(path))
            }
        case .file(let path)?: found(file(path))
        case .station(let name)?:
            // If the name is a number, it refers to the stations that `find` printed last, unless the command names a
            // list or other stations were printed with numbers since.
            let numbered = !library.isNamed ? LastFound(environment: library.folders).selection(name) : nil
            library.load(on: loop) { answer in
                let picked = answer.flatMap { Self.pick(name, in: $0, numbered: numbered) }
                // A station that `find` printed last can be played even if no list can be read.
                if case .failure = answer, let numbered { return found(.success(alone(numbered))) }
                found(picked.map(alone))
            }
        case nil:
            let last = memory?.memory ?? PlayerMemory()
            library.load(on: loop) { answer in found(resume(last, in: answer).map(alone)) }
        }
    }

    private func isFile(_ path: String) -> Bool { (!isRemote || path.hasPrefix("/")) && LocalFile.exists(path) }

    private func isFolder(_ path: String) -> Bool {
        (!isRemote || path.hasPrefix("/")) && LocalFile.State(path)?.isFolder == true
    }

    /// Returns the selection of a file. Returns an error if another program (`isRemote`) named a missing file.
    ///
    /// Without this error, the shared player, which has no terminal, would wait for the file forever without showing
    /// the reason.
    private func file(_ path: String) -> Result<Selection, RadioError> {
        isRemote && !isFile(path) ? .failure(.playback(.stream(.fileMissing(path)))) : .success(Self.file(path))
    }

    /// Returns `selection` unchanged, unless items are played for a limited time. Then returns a selection of only the
    /// item that it starts with, so that playing ends when the time is over.
    private func alone(_ selection: Selection) -> Selection {
        guard queue.itemLimit != nil else { return selection }
        var selection = selection
        selection.items = [selection.item]
        selection.index = 0
        return selection
    }

    /// Returns a selection of the stations that match a query, in the order that the query asks for.
    private static func select(
        _ query: StationQuery, in library: StationLibrary
    ) -> Result<Selection, RadioError> {
        let groups = LibrarySearch(library).collections(query)
        let items = groups.flatMap(\.items).map { PlaybackItem($0.station) }
        guard !items.isEmpty else {
            return .failure(.noneFound(lists: library.sources))
        }
        return .success(
            Selection(
                items: items, isStation: true, remarks: remarks(library), library: library, skipsFailedItems: true))
    }

    /// Returns the stations of a playlist, in the playlist's order.
    package static func items(
        of playlist: StationPlaylist, in library: StationLibrary
    ) throws(RadioError) -> [LibraryItem] {
        do throws(StationQueryError) {
            return try LibrarySearch(library).items(of: playlist)
        } catch { throw .playlistQuery(playlist.name, reason: "\(error)") }
    }

    private static func selection(
        _ playlist: StationPlaylist, in library: StationLibrary
    ) -> Result<Selection, RadioError> {
        do throws(RadioError) {
            let items = try items(of: playlist, in: library)
            guard !items.isEmpty else { return .failure(.emptyPlaylist(playlist.name)) }
            return .success(
                Selection(
                    items: items.map { PlaybackItem($0.station) }, isStation: true, remarks: remarks(library),
                    library: library, skipsFailedItems: true))
        } catch { return .failure(error) }
    }

    /// Returns a selection that starts with the station that has this id, name or number, or whose name contains these
    /// words.
    ///
    /// The selection's items are all stations of `library`, so that the listener reaches the others with the keys n and
    /// p.
    ///
    /// - Parameter numbered: the selection of the found stations if `name` is a number that `find` printed last,
    ///   otherwise nil. It is returned unless a station of `library` has `name` as its id or exact name.
    package static func pick(
        _ name: String, in library: StationLibrary, numbered: Selection? = nil
    ) -> Result<Selection, RadioError> {
        if let numbered {
            switch library.pick(name) {
            case .one(_, by: .id), .one(_, by: .exactName): break
            case .one, .ambiguous, .none: return .success(numbered)
            }
        }
        return station(name, in: library).map { station, means in
            var selection = selection(station, in: library)
            switch means {
            case .id, .exactName: break
            case .number, .uniquePrefix, .uniqueWords, .bestMatch:
                selection.remarks.insert("station: \(station.name)", at: 0)
            }
            return selection
        }
    }

    /// Returns the station with this id, name or number, with the listener's properties of the station, such as
    /// favourite and stars.
    package static func item(_ name: String, in library: StationLibrary) -> Result<LibraryItem, RadioError> {
        station(name, in: library).flatMap { station, _ in
            guard let place = library.stations.firstIndex(of: station) else {
                return .failure(.noStation(name, in: library))
            }
            return .success(library.item(at: place))
        }
    }

    private static func station(
        _ name: String, in library: StationLibrary
    ) -> Result<(Station, StationPick.Means), RadioError> {
        switch library.pick(name) {
        case .one(let station, let means): return .success((station, means))
        case .ambiguous(let stations):
            return .failure(.ambiguous(name, stations, in: library))
        case .none(let suggestions): return .failure(.noStation(name, in: library, suggestions: suggestions))
        }
    }

    /// Returns a selection that starts with the station heard last or, if none is remembered, with the first station of
    /// the library.
    ///
    /// A station heard last that is in no list is played, too, by its address, unless the command names a list.
    package func resume(
        _ last: PlayerMemory, in answer: LibraryReader.Answer
    ) -> Result<Selection, RadioError> {
        let list = try? answer.get()
        if let list, let station = last.station(in: list) { return .success(Self.selection(station, in: list)) }
        if !library.isNamed, let url = last.url {
            let station = Station(name: last.stationName ?? url, urls: [url], id: last.stationID)
            return .success(.init(items: [PlaybackItem(station)], isStation: true))
        }
        return answer.flatMap { list in
            guard let first = list.stations.first else {
                return .failure(.nothingPlayable(list: list.source, problems: Self.remarks(list)))
            }
            return .success(Self.selection(first, in: list))
        }
    }

    private static func selection(_ station: Station, in library: StationLibrary) -> Selection {
        Selection(
            items: library.stations.map(PlaybackItem.init), index: library.stations.firstIndex(of: station) ?? 0,
            isStation: true, remarks: remarks(library), library: library)
    }

    /// Returns the selection that plays the stations that the listener picked.
    ///
    /// If the listener picked only one station, the selection's items are all stations of `library`, beginning at that
    /// station, so that the listener reaches the others with the keys n and p.
    package static func selection(_ items: [LibraryItem], in library: StationLibrary) -> Selection {
        if items.count == 1, let only = items.first { return selection(only.station, in: library) }
        return Selection(
            items: items.map { PlaybackItem($0.station) }, isStation: true, library: library, skipsFailedItems: true)
    }

    /// Returns lines about the entries of the lists that have errors, and about the file of the listener's properties
    /// if it cannot be read.
    package static func remarks(_ library: StationLibrary) -> [String] {
        shortened(
            library.problems.map { problem in
                let source = problem.source ?? library.source
                return source.isEmpty ? "\(problem)" : "\(source): \(problem)"
            })
            + (library.listenerProblem.map { [ListenerWords.notRead($0)] } ?? [])
    }

    package static func shortened(_ lines: [String]) -> [String] {
        guard lines.count > maximumCandidates else { return lines }
        return lines.prefix(maximumCandidates) + ["  and \(lines.count - maximumCandidates) more"]
    }

    /// Returns the selection of a file.
    ///
    /// A sound file becomes one item, named after the last part of the path. A list with at least one file, such as an
    /// M3U file, becomes one item for each of its entries. A list with only addresses becomes one item, as a list on a
    /// server does: its addresses are alternatives.
    private static func file(_ path: String) -> Selection {
        guard let entries = try? LocalPlaylist.entries(of: path) else {
            return .init(items: [item(path, title: nil)], isStation: false)
        }
        guard entries.contains(where: { FileURL.path($0.url) != nil }) else {
            return .init(items: [PlaybackItem(url: path)], isStation: false)
        }
        let items = entries.map { item($0.url, title: $0.title) }
        return .init(items: items, isStation: false, skipsFailedItems: true)
    }

    static func item(_ place: String, title: String?) -> PlaybackItem {
        let path = FileURL.path(place) ?? place
        let name = title ?? path.split(separator: "/").last.map(String.init) ?? path
        return PlaybackItem(Station(name: name, urls: [place]))
    }
}
