import RadioFormats
import RadioStations
import RadioStorage

/// Under which id the listener's properties of a station are. On one worker's thread.
final class ListenedStation: @unchecked Sendable {  // Used by the worker's one thread only.
    private static let maximumKnown = 64

    private let library: StationLibrary?
    private var ids: [Station: String] = [:]

    /// - Parameter library: the stations among which a station is known by; nil where addresses are played.
    init(library: StationLibrary?) { self.library = library }

    /// Also where the list was edited since.
    /// - Parameter records: all that is kept; read only where it is needed.
    func id(
        of station: Station, among records: () throws(StorageError) -> [ListenerRecord]
    ) throws(StorageError) -> String {
        if let known = ids[station] { return known }
        let all = library ?? StationLibrary(stations: [station], source: "")
        guard let place = all.stations.firstIndex(of: station) else { return station.persistentID }
        let id = all.attaching(try records()).recordID(at: place)
        if ids.count >= Self.maximumKnown { ids = [:] }
        ids[station] = id
        return id
    }
}
