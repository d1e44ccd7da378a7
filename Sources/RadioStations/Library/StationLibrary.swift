import RadioFormats
import RadioLists
import RadioStorage

/// The stations of one or several lists, in order, with the listener's properties of each station (``UserProperties``).
public struct StationLibrary: Hashable, Sendable {
    public internal(set) var stations: [Station]
    /// Problems of single entries of the lists.
    public package(set) var problems: [EntryProblem]
    /// Why the listener's properties could not be read; nil if they were.
    package var listenerProblem: StorageError?
    /// The path or URL of the library's list; of the first list if there are several.
    public internal(set) var source: String
    /// The library's lists, in the order of their stations in ``stations``.
    var parts: [Part]
    /// The listener's properties of stations, by the station's index in ``stations``.
    var user: [Int: UserProperties] = [:]
    /// Ids under which the listener's properties are stored, by the station's index in ``stations``. Contains only ids
    /// that differ from the station's `persistentID`.
    var keptIDs: [Int: String] = [:]

    /// A list within a library. `end` is the index after the list's last station in ``stations``.
    struct Part: Hashable, Sendable {
        var source: String
        var end: Int
    }

    /// Maximum size of a list in bytes; a larger list is refused.
    package static let maximumBytes = StationFile.maximumBytes

    public init(stations: [Station], problems: [EntryProblem] = [], source: String) {
        self.stations = stations
        self.problems = problems
        self.source = source
        parts = [Part(source: source, end: stations.count)]
    }

    /// Reads a list from its bytes, which determine its format.
    /// - Parameters:
    ///   - bytes: the content of the list's file.
    ///   - source: the name of the list in messages.
    ///   - base: the URL of the list, against which relative entries are resolved. If it is a network address,
    ///     addresses of local files are removed from the list.
    package static func read(
        _ bytes: [UInt8], source: String, base: String
    ) throws(StationLibraryError) -> StationLibrary {
        var list: StationList
        do { list = try StationList.read(bytes, base: base) } catch { throw StationLibraryError(error, source) }
        if isRemote(base) { list.removeLocalFiles() }
        return try StationLibrary(list, source: source)
    }

    /// Creates a library from a list.
    /// - Throws: ``StationLibraryError/noStations(_:)`` if the list has neither stations nor problems.
    init(_ list: StationList, source: String) throws(StationLibraryError) {
        guard !list.stations.isEmpty || !list.problems.isEmpty else { throw .noStations(source) }
        self.init(stations: list.stations, problems: list.problems, source: source)
    }

    /// Returns the station that a text typed by the listener means.
    package func pick(_ typed: String) -> StationPick { StationNameReader(stations).pick(typed) }

    /// Returns the first station whose list entry has this id.
    public func station(id: String) -> Station? { stations.first { $0.id == id } }

    /// Returns the first station that has this address, compared character by character.
    public func station(url: String) -> Station? { stations.first { $0.urls.contains(url) } }

    /// The sources of the lists that the stations come from, in order.
    public var sources: [String] { parts.map(\.source) }

    /// Returns the station at an index of ``stations``, with the listener's properties.
    public func item(at place: Int) -> LibraryItem {
        LibraryItem(
            number: place + 1, id: stations[place].persistentID, recordID: recordID(at: place),
            station: stations[place], user: user[place] ?? UserProperties())
    }

    /// Returns the id under which the listener's properties of the station at an index of ``stations`` are stored.
    package func recordID(at place: Int) -> String { keptIDs[place] ?? stations[place].persistentID }

    /// Returns the path or address of the list that contains the station at an index of ``stations``. If a folder was
    /// loaded as a whole, returns the folder's path.
    package func list(at place: Int) -> String { source(of: place).name }

    package mutating func set(_ user: UserProperties, at place: Int) {
        guard stations.indices.contains(place) else { return }
        self.user[place] = user.isEmpty ? nil : user
    }

    /// Returns the list that contains the station at an index of ``stations``: its number among the lists, from 0, and
    /// its source.
    func source(of place: Int) -> (number: Int, name: String) {
        let number = parts.firstIndex { place < $0.end } ?? max(parts.count - 1, 0)
        return (number, parts.isEmpty ? source : parts[number].source)
    }
}

extension StationLibrary: CustomStringConvertible {
    public var description: String { "\(stations.count.counted("station")) from \(source)" }
}
