import RadioFormats

extension StationLibrary {
    /// Several lists as one: their stations in the order of the lists. A station that an earlier list has already, by its id, is
    /// left out.
    public init(_ lists: [StationLibrary]) {
        self.init(stations: [], source: lists.first?.source ?? "")
        parts = []
        var known: Set<String> = []
        for list in lists {
            problems += list.problems
            if lists.count == 1 {
                stations = list.stations
            } else {
                stations += list.stations.filter { known.insert($0.persistentID).inserted }
            }
            parts.append(Part(source: list.source, end: stations.count))
        }
    }
}
