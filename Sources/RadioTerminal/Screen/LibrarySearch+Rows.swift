import RadioFormats
import RadioStations

extension LibrarySearch {
    /// The stations that a query asks for as rows of a list, with a heading over each collection.
    /// - Returns: the rows, and how many stations are in them, each counted once.
    func rows(_ query: StationQuery, now: MediaTime) -> (rows: [StationRow], count: Int) {
        var rows: [StationRow] = []
        let isGrouped = query.grouping != nil
        var isListed = [Bool](repeating: false, count: isGrouped ? library.stations.count + 1 : 0)
        var count = 0
        for (title, numbers) in numbers(query, now: now) {
            if isGrouped { rows.append(.heading(title: title, count: numbers.count)) }
            for number in numbers {
                rows.append(.station(number))
                // One of several tags is in several collections.
                if isGrouped, isListed[number] { continue }
                if isGrouped { isListed[number] = true }
                count += 1
            }
        }
        return (rows, count)
    }
}
