import Longwave
import RadioLoop

/// Reads from the title database what the page of `songs --html` shows, and writes the page.
struct SongPageWriter {
    var history: TitleHistory
    var query: SongQuery
    /// How many of the most played songs the page shows.
    var top: Int

    /// The most stations that the page lists, and the most columns of a chart.
    private static let (maximumStations, maximumTimes) = (200, 92)

    func write(_ path: String) throws(CommandFailure) {
        let page = try TitleDatabase.reading { () throws(StorageError) in try read() }
        do throws(LocalFile.Failure) { try LocalFile.replace(path, with: Array(page.html.utf8)) } catch {
            throw CommandFailure(code: .cannotWrite, sentence: "\(path) cannot be written: \(error.reason).")
        }
    }

    private func read() throws(StorageError) -> SongPage {
        var (songs, all) = (query, query)
        (songs.limit, all.limit, all.comparesBefore) = (top, nil, false)
        let chart = try history.charts(songs) { _, _ in [""] }.first
        let stations = try history.stations(all).sorted { $0.count > $1.count }
        all.limit = 1
        func charts(_ grouping: SongGrouping) throws(StorageError) -> [SongPrinter.Chart] {
            try history.charts(all, by: grouping.names([:]))
        }
        let days = try charts(.day)
        let isLong = days.count > Self.maximumTimes
        let times = isLong ? try charts(.week).suffix(Self.maximumTimes) : days[...]
        return SongPage(
            period: Self.period(stations), top: chart ?? ("", 0, []), isCompared: query.comparesBefore,
            hours: try charts(.hour), times: ("Plays by \(isLong ? "week" : "day")", Array(times)),
            stations: Array(stations.prefix(Self.maximumStations)), stationCount: stations.count)
    }

    /// Returns the days of the first and the last play.
    private static func period(_ stations: [StationCount]) -> String {
        guard let first = stations.map(\.first).min(), let last = stations.map(\.last).max() else { return "No plays" }
        return "\(SongPrinter.local(first).prefix(10)) to \(SongPrinter.local(last).prefix(10))"
    }
}
