import RadioFormats
import RadioStations
import RadioStorage

/// Finds the id under which the listener's properties of a station (favourite, stars, gain, play count) are stored in
/// their file.
///
/// An instance is used on the disk's thread only.
final class ListenedStation: @unchecked Sendable {  // Used by the worker's one thread only.
    private static let maximumKnown = 64

    private let library: StationLibrary?
    private var ids: [Station: String] = [:]

    /// - Parameter library: the library with the stations that are played. Nil if the listener plays addresses that are
    ///   in no list.
    init(library: StationLibrary?) { self.library = library }

    /// Returns the id of a station's record, also if the station's id in its list has changed since the record was
    /// written.
    ///
    /// - Parameter records: reads all records of the file. Called only if the station's id is not cached.
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
