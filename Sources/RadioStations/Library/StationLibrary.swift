import RadioFormats
import RadioLists
import RadioStorage

/// The stations of one list or several, in their order, with what the listener has of them.
public struct StationLibrary: Hashable, Sendable {
    public internal(set) var stations: [Station]
    /// What was wrong with single entries.
    public internal(set) var problems: [EntryProblem]
    /// Why the listener's properties are missing, where their file cannot be used.
    package var listenerProblem: StorageError?
    /// The path or URL that it came from; the first of several.
    public internal(set) var source: String
    /// Where the stations of each list end, in the order of the lists.
    var parts: [Part]
    /// The listener's properties, by the station's place.
    var user: [Int: UserProperties] = [:]
    /// Ids under which the listener's properties are kept, where they are not the station's `persistentID`.
    var keptIDs: [Int: String] = [:]

    struct Part: Hashable, Sendable {
        var source: String
        var end: Int
    }

    /// A larger list is refused.
    package static let maximumBytes = StationFile.maximumBytes

    public init(stations: [Station], problems: [EntryProblem] = [], source: String) {
        self.stations = stations
        self.problems = problems
        self.source = source
        parts = [Part(source: source, end: stations.count)]
    }

    /// Reads a list from its bytes: in any format that is known, whichever the bytes say.
    /// - Parameters:
    ///   - bytes: the list as it was read.
    ///   - source: what messages call it.
    ///   - base: the URL of the list, to which relative entries are resolved. A list of the network loses addresses of files.
    package static func read(
        _ bytes: [UInt8], source: String, base: String
    ) throws(StationLibraryError) -> StationLibrary {
        var list: StationList
        do { list = try StationList.read(bytes, base: base) } catch { throw StationLibraryError(error, source) }
        if isRemote(base) { list.removeLocalFiles() }
        return try StationLibrary(list, source: source)
    }

    /// A list that was read.
    init(_ list: StationList, source: String) throws(StationLibraryError) {
        guard !list.stations.isEmpty || !list.problems.isEmpty else { throw .noStations(source) }
        self.init(stations: list.stations, problems: list.problems, source: source)
    }

    /// Which station a person meant with what was typed.
    package func pick(_ typed: String) -> StationPick { StationNameReader(stations).pick(typed) }

    /// The station with this id.
    public func station(id: String) -> Station? { stations.first { $0.id == id } }

    /// The first station that has this address, written the same way.
    public func station(url: String) -> Station? { stations.first { $0.urls.contains(url) } }

    /// The lists that the stations are from, in their order.
    public var sources: [String] { parts.map(\.source) }

    /// The station at a place, from 0, with what the listener has of it.
    public func item(at place: Int) -> LibraryItem {
        LibraryItem(
            number: place + 1, id: stations[place].persistentID, recordID: recordID(at: place),
            station: stations[place], user: user[place] ?? UserProperties())
    }

    /// Under which id the listener's properties of the station at a place are kept.
    package func recordID(at place: Int) -> String { keptIDs[place] ?? stations[place].persistentID }

    /// The path or address of the list that the station at a place is from; a folder's, where that was loaded as a whole.
    package func list(at place: Int) -> String { source(of: place).name }

    mutating func set(_ user: UserProperties, at place: Int) {
        guard stations.indices.contains(place) else { return }
        self.user[place] = user.isEmpty ? nil : user
    }

    /// Which list a station is from, from 0, and what that is called.
    func source(of place: Int) -> (number: Int, name: String) {
        let number = parts.firstIndex { place < $0.end } ?? max(parts.count - 1, 0)
        return (number, parts.isEmpty ? source : parts[number].source)
    }
}
