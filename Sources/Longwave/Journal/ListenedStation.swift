import RadioFormats
import RadioStations
import RadioStorage

/// Finds the id of a station's record in the file of the listener's properties (favourites, stars, gains, play counts).
///
/// Used on one worker's thread.
final class ListenedStation: @unchecked Sendable {  // Used by the worker's one thread only.
    private static let maximumKnown = 64

    private let library: StationLibrary?
    private var ids: [Station: String] = [:]

    /// - Parameter library: the library that determines each station's id. Nil if addresses are played without a list.
    init(library: StationLibrary?) { self.library = library }

    /// Returns the id of a station's record, even if the list was edited since the record was written.
    ///
    /// - Parameter records: reads all records of the file. Called only if the id is not cached.
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
