import RadioFormats
import RadioJSON
import RadioLoop
import RadioText

/// Writes a record as a numbered line of the log. See docs/LOGGER.md.
///
/// The line is made without its number, which is added later: the number is usually known only once the record is on
/// the disk.
enum LogLine {
    /// Version of the JSON form. Members may be added, but never changed or removed.
    static let version = 1
    static let columns = [
        "seq", "type", "time", "offset", "station_id", "station", "artist", "title", "text", "kind", "source",
        "charset",
        "duration", "unseen", "started", "until", "reason", "raw", "raw_base64",
    ]

    /// Returns the line without its number.
    static func text(_ record: StationRecord, station name: String, _ format: LogFormat) -> String {
        let members = members(record, name)
        switch format {
        case .jsonLines:
            return JSONNode.object(members).text()
        case .csv: return row(members, CSVCell.guarded)
        case .csvRaw: return row(members, CSVCell.text)
        }
    }

    static func numbered(_ text: String, _ number: Int64, _ format: LogFormat) -> String {
        switch format {
        case .jsonLines: "{\"v\":\(version),\"seq\":\(number),\(text.dropFirst())"
        case .csv, .csvRaw: "\(number),\(text)"
        }
    }

    /// Returns the number of a line written by ``numbered(_:_:_:)``; nil for any other line.
    static func number(of line: some Collection<UInt8>, _ format: LogFormat) -> Int64? {
        let begin = format != .jsonLines ? "" : "{\"v\":\(version),\"seq\":"
        guard line.starts(with: begin.utf8) else { return nil }
        let digits = line.dropFirst(begin.utf8.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = line.dropFirst(begin.utf8.count + digits.count)
        guard rest.first == UInt8(ascii: ","), digits.count <= 15 else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    // MARK: -

    /// Returns the JSON members of a record, except the format's version (`v`) and the record's number (`seq`).
    private static func members(_ record: StationRecord, _ name: String) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        func add(_ name: String, _ value: JSONNode) { members.append(.init(name: name, value: value)) }
        func begin(_ type: String, _ time: LogMoment) {
            add("type", .string(type))
            add("time", .string(WallClock.rfc3339(milliseconds: time.wall)))
            add("offset", .string(WallClock.offset(minutes: record.offset)))
            add("station", .members(["id": .string(record.station), "name": .string(name)]))
        }
        switch record.record {
        case .track(let track):
            begin("track", track.at)
            members += names(track.track)
            members += details(track.track)
            add("source", .string(track.source.rawValue))
            members += raw(track.track)
        case .end(let end):
            begin("end", end.at)
            members += names(end.track)
            add("started", .string(WallClock.rfc3339(milliseconds: end.began.wall)))
            add("duration", .seconds(end.duration))
            add("unseen", .seconds(end.unseen))
        case .gap(let gap):
            begin("gap", gap.from)
            add("until", .string(WallClock.rfc3339(milliseconds: gap.until.wall)))
            add("duration", .seconds(gap.from.duration(to: gap.until)))
            add("reason", .string(gap.reason))
        case .clock(let correction):
            begin("clock", LogMoment(wall: correction.wall, monotonic: .init(nanoseconds: 0)))
            add("started", .string(WallClock.rfc3339(milliseconds: max(correction.started, 0))))
            add("until", .string(WallClock.rfc3339(milliseconds: max(correction.until, 0))))
            add("shift", .seconds(.milliseconds(correction.shift)))
            let seconds = JSONNode.seconds(.milliseconds(correction.shift)).text()
            add("reason", .string("the clock was set: add \(seconds) s to earlier times"))
        }
        return members
    }

    private static func names(_ track: TrackInfo) -> [JSONNode.Member] {
        [
            .init(name: "artist", value: .optional(track.artist)), .init(name: "title", value: .optional(track.title)),
            .init(name: "text", value: .string(track.text)), .init(name: "kind", value: .string(track.kind.rawValue)),
        ]
    }

    /// Returns the members for the track's details, such as its album. Details that the track lacks have no member.
    private static func details(_ track: TrackInfo) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        func add(_ name: String, _ value: JSONNode?) {
            if let value { members.append(.init(name: name, value: value)) }
        }
        add("album", track.album.map { .string($0) })
        add("length", track.duration.map { .seconds($0) })
        add("artworkURL", track.artworkURL.map { .string($0) })
        add("linkURL", track.linkURL.map { .string($0) })
        if !track.identifiers.isEmpty {
            add(
                "ids",
                .array(
                    track.identifiers.map { .members(["name": .string($0.name), "value": .string($0.value)]) }))
        }
        add("charset", track.charset.map { .string($0) })
        if track.isRepaired { add("repaired", .bool(true)) }
        return members
    }

    /// Returns the member for the track's raw bytes: as text if they are valid UTF-8, otherwise as base64.
    private static func raw(_ track: TrackInfo) -> [JSONNode.Member] {
        if let raw = String(validating: track.raw, as: UTF8.self) { return [.init(name: "raw", value: .string(raw))] }
        return [.init(name: "rawBase64", value: .string(Base64.encode(track.raw)))]
    }

    // MARK: CSV

    /// Returns the cells of a CSV line after the column `seq`. Each cell contains the member with its column's name.
    /// Members without a column are left out.
    private static func row(_ members: [JSONNode.Member], _ cell: (String) -> String) -> String {
        var fields: [String: JSONNode] = [:]
        for member in members {
            if case .object(let station) = member.value, member.name == "station" {
                fields["station_id"] = station.first { $0.name == "id" }?.value
                fields["station"] = station.first { $0.name == "name" }?.value
            } else {
                fields[member.name == "rawBase64" ? "raw_base64" : member.name] = member.value
            }
        }
        return columns.dropFirst().map { name in
            switch fields[name] {
            case nil, .null: ""
            case .string(let text): cell(text)
            case .some(let other): other.text()
            }
        }.joined(separator: ",")
    }
}
