import Longwave
import RadioJSON

/// Titles of a file, for `rules test`: a log of `longwave log` (JSON Lines, docs/LOGGER.md), or raw titles and metadata blocks as
/// `inspect --as titles` reads them; both may stand in one file.
struct LoggedTitles {
    /// Longer lines are cut, and a record that is cut is none.
    static let maximumLine = 64 << 10
    /// Stations of a log whose charset is learned; titles of more are read each by itself.
    private static let maximumStations = 10_000

    struct Title {
        /// From 1.
        var line: Int
        /// What a record calls its station: id and name.
        var stations: [String] = []
        var track: TrackInfo
    }

    enum Line {
        case title(Title)
        /// Nothing that a rule could match: an empty line, an `end` or a `gap` of a log.
        case other
        /// A sentence's end: what is wrong with the line.
        case wrong(String)
    }

    /// What is known of a station.
    private struct Known {
        var names: StationNames
        var evidence = CharsetEvidence()
    }

    private let charset: String?
    private var lines: TitleLines
    private var known: [String: Known] = [:]
    private var number = 0

    /// - Parameter station: names of the station whose titles do not name it.
    init(charset: String?, station: [String]) {
        self.charset = charset
        lines = TitleLines(charset: charset, station: station)
    }

    mutating func read(_ line: [UInt8]) -> Line {
        number += 1
        if line.first(where: { $0 != 0x20 }) == UInt8(ascii: "{"), let record = try? JSONReader.read(line),
            let type = record["type"]?.string, record["time"] != nil
        {
            return type == "track" ? title(of: record) : .other
        }
        switch lines.read(line) {
        case nil: return .other
        case .noBase64?: return .wrong("not base64")
        case .track(let track, _, _)?: return .title(Title(line: number, track: track))
        }
    }

    /// The raw bytes are read anew, with the station's name as the logger reads them, so that rules meet what the reader makes of
    /// them today, and what an earlier rule changed is as the station sent it. Where they are no title by themselves (a status
    /// page's entry, a playlist's line) the record's own fields are it.
    private mutating func title(of record: JSONValue) -> Line {
        let station = record["station"]
        let names = [station?["id"]?.string, station?["name"]?.string, station?.string].compactMap(\.self)
        guard let raw = Self.raw(record) else { return .wrong("a track without its raw bytes") }
        let key = names.first ?? ""
        var known = known[key] ?? Known(names: StationNames([station?["name"]?.string ?? station?.string]))
        let declared = charset ?? record["charset"]?.string
        let track = Self.reread(raw, declared, &known) ?? Self.recorded(record, raw)
        if self.known[key] != nil || self.known.count < Self.maximumStations { self.known[key] = known }
        return .title(Title(line: number, stations: names, track: track))
    }

    private static func raw(_ record: JSONValue) -> [UInt8]? {
        if let text = record["raw"]?.string { return Array(text.utf8) }
        return record["rawBase64"]?.string.flatMap { Base64.decode(Array($0.utf8)[...]) }
    }

    private static func reread(
        _ raw: [UInt8], _ charset: String?, _ known: inout Known
    ) -> TrackInfo? {
        if TitleLines.isBlock(raw) {
            return TitleReader.read(
                TimedMetadata(kind: .icy, raw: raw), charset: charset, names: known.names, evidence: &known.evidence)
        }
        guard raw.starts(with: "ID3".utf8) else { return nil }
        return TitleReader.track(
            in: TimedMetadata(kind: .id3, raw: raw), charset: charset, names: known.names, evidence: &known.evidence)
    }

    private static func recorded(_ record: JSONValue, _ raw: [UInt8]) -> TrackInfo {
        let (artist, title) = (record["artist"]?.string, record["title"]?.string)
        let text = record["text"]?.string ?? [artist, title].compactMap(\.self).joined(separator: " - ")
        var track = TrackInfo(
            kind: record["kind"]?.string.flatMap { TrackInfo.Kind(rawValue: $0) } ?? .unknown, artist: artist,
            title: title, text: text, album: record["album"]?.string, raw: raw)
        track.charset = record["charset"]?.string
        return track
    }
}
