import LongwaveTerminal
import RadioJSON
import RadioLoop

/// Formats tracks of the title database in any output format. docs/LOGGER.md lists the fields.
enum SongPrinter {
    static let columns = [
        "time", "offset", "end", "duration", "unseen", "station_id", "station", "artist", "title", "text", "kind",
        "album",
        "source", "charset", "heard", "length",
    ]

    /// On a terminal with 80 columns, the title and the times are cut last.
    private static let leastWidths = ["time": 16, "last": 16, "artist": 11, "title": 24]

    // MARK: Tracks

    /// Returns a document that lists the tracks.
    /// - Parameter links: templates for the addresses of web pages that search for a song; nil to add no addresses.
    static func document(_ tracks: [PlayedTrack], links: [SongLinkTemplate]? = nil) -> ListDocument {
        ListDocument(
            name: "songs", objects: tracks.map { SongJSON.json($0, links: links) },
            columns: columns + (links == nil ? [] : ["links"]), rows: tracks.map { row($0, links) },
            tableColumns: ["time", "artist", "title", "station", "heard", "length"],
            tableRows: tracks.map { played in
                let track = played.track
                let title = track.title ?? track.text
                return [
                    local(played.start), track.artist ?? "",
                    track.kind == .song ? title : "\(title) (\(track.kind.rawValue))",
                    played.stationName, played.heard.map(PlayerWords.clock) ?? "",
                    played.length.map(PlayerWords.clock) ?? "",
                ]
            }, leastWidths: leastWidths)
    }

    static func csv(_ played: PlayedTrack, _ format: OutputFormat) -> String {
        TableWriter(columns: columns, charset: .utf8, width: nil).csv(row(played, nil), format)
    }

    /// Returns lines for people: each song, followed by the addresses of web pages that search for the song.
    static func lines(_ tracks: [PlayedTrack], _ links: [SongLinkTemplate], charset: TerminalCharset) -> String {
        let clean = Sanitiser(charset: charset)
        return tracks.reduce(into: "") { text, played in
            let track = played.track
            let song = [track.artist, track.title ?? track.text].compactMap(\.self).joined(separator: " - ")
            text += "\(local(played.start))  \(clean(song))  (\(clean(played.stationName)))\n"
            for link in track.links(links) { text += "    \(clean(link.name)): \(clean(link.url))\n" }
        }
    }

    private static func row(_ played: PlayedTrack, _ links: [SongLinkTemplate]?) -> [String] {
        let found = links.map { [played.track.links($0).map(\.url).joined(separator: " ")] } ?? []
        return row(played) + found
    }

    private static func row(_ played: PlayedTrack) -> [String] {
        let track = played.track
        return [
            played.start.rfc3339, WallClock.offset(minutes: played.offset),
            played.end?.rfc3339 ?? "",
            played.end.map { seconds(($0 - played.start).duration) } ?? "", seconds(played.unseen), played.station,
            played.stationName, track.artist ?? "", track.title ?? "", track.text, track.kind.rawValue,
            track.album ?? "", played.source.rawValue, track.charset ?? "",
            played.heard.map(seconds) ?? "",
            track.duration.map(seconds) ?? "",
        ]
    }

    // MARK: Counts

    /// A chart, as `TitleHistory.charts` returns it.
    typealias Chart = (name: String, count: Int, songs: [SongCount])

    /// Returns a document that lists songs, each with how often it was played and by how many stations.
    /// - Parameter isCompared: whether the songs have their places in the time before.
    static func document(_ counts: [SongCount], isCompared: Bool = false) -> ListDocument {
        let objects = counts.enumerated().map { SongJSON.json($1, rank: isCompared ? $0 + 1 : nil) }
        return document([("", 0, counts)], [], { _ in [] }, name: "songs", objects: objects, isCompared)
    }

    /// Returns a document that lists charts with their songs.
    /// - Parameter names: the names of the stations, by their ids.
    static func document(
        _ charts: [Chart], by grouping: SongGrouping, _ names: [String: String], isCompared: Bool
    ) -> ListDocument {
        let isStation = grouping == .station
        let charts =
            isStation ? charts.sorted { (names[$0.name] ?? "", $0.name) < (names[$1.name] ?? "", $1.name) } : charts
        let objects = charts.map { chart in
            let name = JSONNode.string(chart.name)
            let station = JSONNode.members(["id": name, "name": .string(names[chart.name] ?? "")])
            let songs = chart.songs.enumerated().map { SongJSON.json($1, rank: isCompared ? $0 + 1 : nil) }
            return JSONNode.object([
                .init(name: grouping.rawValue, value: isStation ? station : name),
                .init(name: "count", value: .int(Int64(chart.count))), .init(name: "songs", value: .array(songs)),
            ])
        }
        return document(
            charts, isStation ? ["station_id", "station"] : [grouping.rawValue],
            { isStation ? [$0, names[$0] ?? ""] : [$0] }, name: "charts", objects: objects, isCompared)
    }

    /// - Parameters:
    ///   - columns: the columns that name the chart, the last of them for people.
    ///   - cells: returns a chart's cells in these columns.
    private static func document(
        _ charts: [Chart], _ columns: [String], _ cells: (String) -> [String], name: String, objects: [JSONNode],
        _ isCompared: Bool
    ) -> ListDocument {
        var rows: [[String]] = []
        var tableRows: [[String]] = []
        for chart in charts {
            let cells = cells(chart.name)
            for (index, song) in chart.songs.enumerated() {
                let song = (count: song, rank: index + 1)
                let (count, stations) = (String(song.count.count), String(song.count.stations))
                let (artist, title) = (song.count.artist ?? "", song.count.title)
                let compared = [
                    String(song.rank), song.count.rankBefore.map(String.init) ?? "",
                    song.count.firstSeen?.rfc3339 ?? "",
                ]
                rows.append(
                    cells + [count, artist, title, stations, song.count.first.rfc3339, song.count.last.rfc3339]
                        + (isCompared ? compared : []))
                tableRows.append(
                    cells.suffix(1) + (isCompared ? [change(song.count, song.rank)] : [])
                        + [count, artist, title, stations, local(song.count.last)])
            }
        }
        return ListDocument(
            name: name, objects: objects,
            columns: columns + ["count", "artist", "title", "stations", "first", "last"]
                + (isCompared ? ["rank", "rank_before", "first_seen"] : []),
            rows: rows,
            tableColumns: columns.suffix(1) + (isCompared ? ["change"] : [])
                + ["count", "artist", "title", "stations", "last"], tableRows: tableRows, leastWidths: leastWidths)
    }

    /// Returns how a song's place changed, such as `+3`; `new` or `back` if it was not played in the time before.
    static func change(_ song: SongCount, _ rank: Int) -> String {
        guard let before = song.rankBefore else { return song.firstSeen == song.first ? "new" : "back" }
        return before == rank ? "=" : before > rank ? "+\(before - rank)" : "-\(rank - before)"
    }

    static func document(_ counts: [StationCount]) -> ListDocument {
        ListDocument(
            name: "stations",
            objects: counts.map(SongJSON.json),
            columns: [
                "station_id", "station", "count", "different", "last", "first", "artists", "repeats_after", "top_share",
                "unknown_share", "advertisement_minutes",
            ],
            rows: counts.map {
                [
                    $0.id, $0.name, String($0.count), String($0.different), $0.last.rfc3339, $0.first.rfc3339,
                    String($0.artists), $0.repeatsAfter.map(seconds) ?? "", number($0.topShare),
                    number($0.unknownShare), $0.advertisementMinutes.map(number) ?? "",
                ]
            },
            tableColumns: ["station", "count", "different", "artists", "repeat", "top 40", "unknown", "ads/h", "last"],
            tableRows: counts.map {
                [
                    $0.name, String($0.count), String($0.different), String($0.artists),
                    $0.repeatsAfter.map(span) ?? "", percent($0.topShare), percent($0.unknownShare),
                    $0.advertisementMinutes.map { "\(short($0)) min" } ?? "", local($0.last),
                ]
            })
    }

    // MARK: Texts

    /// Returns a time in the local time zone, such as `2026-11-21 14:05`.
    static func local(_ time: MediaTime) -> String {
        let text = time.local
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    /// Returns a time as people say it: `45 min`, `7 h` or `3 d`.
    static func span(_ duration: Duration) -> String {
        let minutes = Int((duration / .seconds(60)).rounded())
        if minutes < 120 { return "\(minutes) min" }
        return minutes < 2 * 24 * 60 ? "\((minutes + 30) / 60) h" : "\((minutes + 720) / 1440) d"
    }

    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// Returns a number with at most one digit after the decimal point.
    static func short(_ number: Double) -> String { JSONNode.number((number * 10).rounded() / 10).text() }

    private static func number(_ number: Double) -> String { JSONNode.number(number).text() }

    private static func seconds(_ duration: Duration) -> String { JSONNode.seconds(duration).text() }
}
