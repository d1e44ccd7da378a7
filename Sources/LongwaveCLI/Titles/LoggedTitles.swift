import Longwave
import RadioJSON

/// Reads titles from a file for `rules test`.
///
/// Each line of the file is a record of `longwave log` (JSON, docs/LOGGER.md), or a raw title or ICY metadata block as
/// for `inspect --as titles`.
struct LoggedTitles {
    /// The largest number of bytes of a line that are read. A record in a longer line is cut and therefore not read as
    /// a record.
    static let maximumLine = 64 << 10
    /// The largest number of stations for which earlier titles help to find the charset of later titles.
    private static let maximumStations = 10_000

    /// A title that was read from the file.
    struct Title {
        /// The number of the title's line in the file, from 1.
        var line: Int
        /// The id and the name of the station that sent the title; empty for a raw title.
        var stations: [String] = []
        var track: TrackInfo
    }

    /// The result of reading a line.
    enum Line {
        case title(Title)
        /// A line without a title: an empty line, a record of `longwave log` of a type other than `track` (such as
        /// `end` or `gap`), or a line of a log in CSV.
        case other
        /// An invalid line. The text says what is wrong, in words that end the sentence "not a title: …".
        case wrong(String)
    }

    /// What is known about a station: its names, and the evidence for its charset from earlier titles.
    private struct Known {
        var names: StationNames
        var evidence = CharsetEvidence()
    }

    private let charset: String?
    private var lines: TitleLines
    private var known: [String: Known] = [:]
    private var number = 0
    /// Whether the first line is the header of a log in CSV. No titles are read from such a log.
    private(set) var isCSVLog = false

    /// Creates a reader of a file's lines.
    /// - Parameter station: the names of the station that sent the titles, for lines that name no station.
    init(charset: String?, station: [String]) {
        self.charset = charset
        lines = TitleLines(charset: charset, station: station)
    }

    /// Reads a line: a record of a log, or a raw title.
    mutating func read(_ line: [UInt8]) -> Line {
        number += 1
        if number == 1, let header = LogFormat.csv.header { isCSVLog = line.starts(with: header.utf8) }
        if isCSVLog { return .other }
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

    /// Returns the title of a record of type `track`.
    ///
    /// The record's raw bytes are read again, with the station's name, in the way in which `longwave log` reads them.
    /// The rules are thus applied to the title that the current version of the program reads, without changes by
    /// earlier rules. If the raw bytes alone give no title, for example because they are from a status page or a
    /// playlist, the record's own fields are used.
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
