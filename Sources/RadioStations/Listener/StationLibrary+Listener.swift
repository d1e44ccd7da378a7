import RadioFormats
import RadioText

extension StationLibrary {
    /// Returns the library with the listener's properties attached to its stations.
    ///
    /// A record belongs to the station with the record's id. If no station has that id, for example because the list
    /// was edited or replaced, the record goes to a station with the record's address, otherwise to the only station
    /// with the record's name. That station keeps its own id (``LibraryItem/id``), but its properties stay stored under
    /// the record's id.
    package func attaching(_ records: [ListenerRecord]) -> StationLibrary {
        var library = self
        (library.user, library.keptIDs) = ([:], [:])
        guard !records.isEmpty else { return library }
        var left = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        var free: [Int] = []
        for place in stations.indices {
            if let record = left.removeValue(forKey: stations[place].persistentID) {
                library.user[place] = record.properties
            } else {
                free.append(place)
            }
        }
        guard !left.isEmpty else { return library }
        library.adopt(left.values.sorted { $0.id < $1.id }, among: free)
        return library
    }

    /// Attaches records whose id belongs to no station. Each goes to a station of `free`, the stations without a
    /// record: to the station with the record's address, otherwise to the only station with the record's name.
    private mutating func adopt(_ records: [ListenerRecord], among free: [Int]) {
        var byAddress: [String: ListenerRecord] = [:]
        var byName: [[String]: [ListenerRecord]] = [:]
        for record in records {
            byAddress[Station.addressKey(record.url)] = record
            byName[NameFolding.words(record.name), default: []].append(record)
        }
        var taken: Set<String> = []
        var namesakes: [[String]: [Int]] = [:]
        for place in free {
            let station = stations[place]
            let keys = station.urls.map(Station.addressKey)
            if let record = keys.lazy.compactMap({ byAddress[$0] }).first, taken.insert(record.id).inserted {
                give(record, to: place)
            } else {
                let name = NameFolding.words(station.name)
                if byName[name] != nil { namesakes[name, default: []].append(place) }
            }
        }
        for (name, places) in namesakes {
            let records = byName[name, default: []].filter { !taken.contains($0.id) }
            if places.count == 1, records.count == 1 { give(records[0], to: places[0]) }
        }
    }

    private mutating func give(_ record: ListenerRecord, to place: Int) {
        user[place] = record.properties
        keptIDs[place] = record.id
    }
}
