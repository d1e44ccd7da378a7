import RadioFormats
import RadioLists

/// The stations of one list, in its order.
public struct StationLibrary: Hashable, Sendable {
    public var stations: [Station]
    /// What was wrong with single entries.
    public var problems: [EntryProblem]
    /// The path or URL that it came from.
    public var source: String

    /// A larger list is refused.
    public static let maximumBytes = StationFile.maximumBytes

    public init(stations: [Station], problems: [EntryProblem] = [], source: String) {
        self.stations = stations
        self.problems = problems
        self.source = source
    }

    /// Reads a list from its bytes: a station file, M3U or PLS, whichever the bytes say.
    /// - Parameters:
    ///   - bytes: the list as it was read.
    ///   - source: what messages call it.
    ///   - base: the URL of the list, to which relative entries are resolved.
    public static func read(
        _ bytes: [UInt8], source: String, base: String
    ) throws(StationLibraryError) -> StationLibrary {
        guard bytes.count <= maximumBytes else { throw .tooLarge(source, maximum: maximumBytes) }
        let library: StationLibrary
        switch ListFormat.recognise(bytes) {
        case .stations:
            do {
                let file = try StationFile.read(bytes)
                library = StationLibrary(stations: file.stations, problems: file.problems, source: source)
            } catch { throw .broken(source, error) }
        case .m3u: library = StationLibrary(M3uReader.read(bytes, base: base), source: source)
        case .pls: library = StationLibrary(PlsReader.read(bytes, base: base), source: source)
        case .hls, .xspf, .asx, .opml, .radioBrowser, .pyRadio, .radiotray, nil: throw .notAList(source)
        }
        guard !library.stations.isEmpty || !library.problems.isEmpty else { throw .noStations(source) }
        return library
    }

    private init(_ entries: [PlaylistEntry], source: String) {
        self.init(
            stations: entries.map { Station(name: $0.title ?? Self.name(from: $0.url), urls: [$0.url]) }, source: source
        )
    }

    /// The last step of the path, or the host.
    private static func name(from url: String) -> String {
        let reference = URLReference(url)
        return reference.path.split(separator: "/").last.map(String.init) ?? reference.authority ?? url
    }

    /// Which station a person meant with what was typed.
    public func pick(_ typed: String) -> StationPick { StationPicker(stations).pick(typed) }

    /// The station with this id.
    public func station(id: String) -> Station? { stations.first { $0.id == id } }
}
