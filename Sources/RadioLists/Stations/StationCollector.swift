import RadioFormats

/// Collects the stations and problems of a list, up to maximum numbers.
struct StationCollector {
    private(set) var stations: [Station] = []
    private(set) var problems: [EntryProblem] = []
    /// Number of entries read so far, including those left out.
    private(set) var count = 0
    private let maximumStations: Int
    private var ids: Set<String> = []
    /// Number of entries from whose size the number of all entries is estimated.
    private static let sample = 256

    init(maximumStations: Int = StationList.maximumStations) { self.maximumStations = maximumStations }

    /// Returns a draft for the next entry; nil after the maximum number of entries, which is reported once.
    mutating func next() -> StationDraft? {
        guard count < maximumStations else {
            if count == maximumStations {
                let text = "this and all later entries exceed the limit of \(maximumStations) stations"
                problems.append(EntryProblem(number: count + 1, name: nil, text: text, isLeftOut: true))
                count += 1
            }
            return nil
        }
        count += 1
        return StationDraft(number: count)
    }

    /// Adds the station of a finished draft, and the draft's problems.
    mutating func add(_ draft: inout StationDraft) {
        if var station = draft.finish() {
            if let id = station.id, !ids.insert(id).inserted {
                draft.report("the id \"\(id)\" already belongs to another station", name: station.name)
                station.id = nil
            }
            stations.append(station)
        }
        if !draft.problems.isEmpty {
            problems += draft.problems.prefix(max(0, StationList.maximumProblems - problems.count))
        }
    }

    /// Reserves memory for all stations of a list, estimated from the first ``sample`` entries.
    mutating func expect(bytesRead: Int, of total: Int) {
        guard count == Self.sample, bytesRead > 0 else { return }
        stations.reserveCapacity(min(maximumStations, count * (total / bytesRead + 1)))
    }

    /// Reports a problem that prevented reading the rest of the list.
    mutating func report(_ text: String) {
        problems.append(EntryProblem(number: count + 1, name: nil, text: text + "; the rest", isLeftOut: true))
    }
}
