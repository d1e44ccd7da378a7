import ArgumentParser
import Longwave
import RadioLoop

/// How `songs --top --by` divides plays into charts.
enum SongGrouping: String, CaseIterable, ExpressibleByArgument {
    case station, country, tag, hour, day, week

    /// True if the charts of a station follow from the lists of stations.
    var needsLists: Bool { self == .country || self == .tag }

    /// Returns a function that returns the names of the charts to which a play belongs.
    /// - Parameter stations: the listed stations, by the ids that the title database uses.
    func names(_ stations: [String: Station]) -> (String, MediaTime) -> [String] {
        switch self {
        case .station: return { id, _ in [id] }
        case .country: return { id, _ in [stations[id]?.country].compactMap(\.self) }
        case .tag: return { id, _ in stations[id]?.tags ?? [] }
        case .hour, .day, .week: break
        }
        // In every time zone, all times of a quarter of an hour have the same local hour and day.
        var known: [Int64: [String]] = [:]
        return { _, start in
            let quarter = start.milliseconds / 900_000
            if let names = known[quarter] { return names }
            let names = [name(quarter * 900_000)]
            known[quarter] = names
            return names
        }
    }

    /// Returns the hour (`14:00`), the day, or the Monday on which the week begins, in local time.
    private func name(_ milliseconds: Int64) -> String {
        if self == .hour { return "\(WallClock.local(milliseconds: milliseconds).dropFirst(11).prefix(2)):00" }
        // The first of January 1970 was a Thursday.
        let day = WallClock.localDay(milliseconds: milliseconds)
        return WallClock.text(ofDay: self == .day ? day : day - (day + 3) % 7)
    }
}
