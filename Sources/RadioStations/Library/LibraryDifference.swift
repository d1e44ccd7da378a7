import RadioFormats

/// The difference between two states of a library, as ids (``LibraryItem/id``). Removed ids are in the order of the old
/// state, added and changed ids in the order of the new state.
public struct LibraryDifference: Hashable, Sendable {
    public var added: [String] = []
    public var removed: [String] = []
    /// Ids of stations whose list entry or whose ``UserProperties`` changed.
    public var changed: [String] = []

    package init() {}

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    /// Compares two states of a library by the stations' persistent ids.
    package init(from old: StationLibrary, to new: StationLibrary) {
        var places: [String: Int] = [:]
        for place in old.stations.indices { places[old.stations[place].persistentID] = place }
        for place in new.stations.indices {
            let id = new.stations[place].persistentID
            guard let before = places.removeValue(forKey: id) else {
                added.append(id)
                continue
            }
            if old.stations[before] != new.stations[place] || old.user[before] != new.user[place] { changed.append(id) }
        }
        removed = places.sorted { $0.value < $1.value }.map(\.key)
    }
}
