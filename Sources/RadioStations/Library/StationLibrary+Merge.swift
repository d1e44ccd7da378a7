import RadioFormats

extension StationLibrary {
    /// Combines several lists in order. Of stations with the same persistent id, only the first is kept.
    public init(_ lists: [StationLibrary]) {
        self.init(stations: [], source: lists.first?.source ?? "")
        parts = []
        var known: Set<String> = []
        for list in lists {
            problems += list.problems.map { problem in
                var problem = problem
                problem.source = problem.source ?? list.source
                return problem
            }
            if lists.count == 1 {
                stations = list.stations
            } else {
                stations += list.stations.filter { known.insert($0.persistentID).inserted }
            }
            parts.append(Part(source: list.source, end: stations.count))
        }
    }
}
