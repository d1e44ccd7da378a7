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

    /// Returns a document that lists songs, each with how often it was played and by how many stations.
    static func document(_ counts: [SongCount]) -> ListDocument {
        let columns = ["count", "artist", "title", "stations", "first", "last"]
        return ListDocument(
            name: "songs",
            objects: counts.map(SongJSON.json), columns: columns,
            rows: counts.map {
                [
                    String($0.count), $0.artist ?? "", $0.title, String($0.stations),
                    $0.first.rfc3339, $0.last.rfc3339,
                ]
            }, tableColumns: ["count", "artist", "title", "stations", "last"],
            tableRows: counts.map {
                [String($0.count), $0.artist ?? "", $0.title, String($0.stations), local($0.last)]
            }, leastWidths: leastWidths)
    }

    static func document(_ counts: [StationCount]) -> ListDocument {
        let columns = ["station_id", "station", "count", "different", "last"]
        return ListDocument(
            name: "stations",
            objects: counts.map(SongJSON.json), columns: columns,
            rows: counts.map {
                [
                    $0.id, $0.name, String($0.count), String($0.different), $0.last.rfc3339,
                ]
            }, tableColumns: ["station", "count", "different", "last"],
            tableRows: counts.map { [$0.name, String($0.count), String($0.different), local($0.last)] })
    }

    // MARK: Texts

    /// Returns a time in the local time zone, such as `2026-11-21 14:05`.
    static func local(_ time: MediaTime) -> String {
        let text = time.local
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private static func seconds(_ duration: Duration) -> String { JSONNode.seconds(duration).text() }
}
