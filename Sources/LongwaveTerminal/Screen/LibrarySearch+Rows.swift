import RadioFormats
import RadioStations

extension LibrarySearch {
    /// Returns the stations that a query finds, as rows of a list. If the query groups the stations, each group begins
    /// with a heading.
    /// - Parameter now: the current time. Conditions such as `played<7` (heard in the last seven days) are evaluated
    ///   against it.
    /// - Returns: the rows, and the number of different stations in them.
    func rows(_ query: StationQuery, now: MediaTime) -> (rows: [StationRow], count: Int) {
        var rows: [StationRow] = []
        let isGrouped = query.grouping != nil
        var isListed = [Bool](repeating: false, count: isGrouped ? library.stations.count + 1 : 0)
        var count = 0
        for (title, numbers) in numbers(query, now: now) {
            if isGrouped { rows.append(.heading(title: title, count: numbers.count)) }
            for number in numbers {
                rows.append(.station(number))
                // A station with several tags is listed in the group of each tag, but counted only once.
                if isGrouped, isListed[number] { continue }
                if isGrouped { isListed[number] = true }
                count += 1
            }
        }
        return (rows, count)
    }
}
