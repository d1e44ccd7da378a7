import LongwaveTerminal
import RadioInspect
import RadioJSON
import RadioProbe

/// The report of `probe`, `inspect` or a similar command for people: rows with a field's name and its value. A field
/// with several values has several rows.
struct ReportRows {
    private(set) var rows: [[String]] = []

    static let columns = ["field", "value"]

    /// The largest number of rows with the same field. The JSON report has all values of the field.
    static let maximumRows = 20

    mutating func add(_ field: String, _ value: String?) {
        if let value, !value.isEmpty { rows.append([field, Credentials.hidden(in: value)]) }
    }

    /// Adds rows for the first ``maximumRows`` values of a field, and a row with the number of other values. `omitted`
    /// is the number of values that are not in `values`. Of a lazy collection, only the shown values are computed.
    mutating func add(_ field: String, _ values: some Collection<String>, omitted: Int = 0) {
        for value in values.prefix(Self.maximumRows) { add(field, value) }
        let more = max(values.count - Self.maximumRows, 0) + omitted
        if more > 0 { add(field, "and \(more) more") }
    }

    func text(_ format: OutputFormat, _ charset: TerminalCharset) -> String {
        let writer = TableWriter(columns: Self.columns, charset: charset, width: nil)
        switch format {
        case .csv, .csvRaw: return ([Self.columns] + rows).map { writer.csv($0, format) + "\r\n" }.joined()
        case .tsv: return ([Self.columns] + rows).map { writer.tsv($0) + "\n" }.joined()
        case .table, .json: return writer.table(rows).dropFirst().map { $0 + "\n" }.joined()
        }
    }

    /// Returns, in words, the charset in which a station's titles were read and why it was chosen: `windows-1251
    /// (learned, 99.99 % sure; from 12 titles, 210 bytes beyond ASCII; libuchardet says windows-1251; next: KOI8-R,
    /// e^31 less likely)`.
    static func charset(_ decision: CharsetDecision) -> String {
        var parts = [decision.basis.rawValue]
        if decision.basis == .learned || decision.basis == .assumed {
            let percent = (decision.confidence * 10_000).rounded(.down) / 100
            parts[0] += ", \(JSONNode.number(percent).text()) % sure"
            let titles = decision.titleCount.counted("title")
            parts.append("from \(titles), \(decision.byteCount.counted("byte")) beyond ASCII")
            if let detector = decision.detector { parts.append("libuchardet says \(detector)") }
            if let next = decision.considered.first(where: { $0.charset != decision.charset }) {
                let behind = JSONNode.number(next.behind.rounded()).text()
                parts.append("next: \(next.charset), e^\(behind) times less likely")
            }
        }
        if let repairedTo = decision.repairedTo {
            parts.append("texts that were misread before are restored to \(repairedTo)")
        }
        return "\(decision.charset) (\(parts.joined(separator: "; ")))"
    }

    // MARK: Numbers as words

    static func seconds(_ duration: Duration) -> String { seconds(duration.inSeconds) }

    static func seconds(_ seconds: Double) -> String {
        JSONNode.number((seconds * 1000).rounded() / 1000).text() + " s"
    }

    static func rate(_ bitRate: Int) -> String {
        JSONNode.number((Double(bitRate) / 100).rounded() / 10).text() + " kbit/s"
    }

    static func channels(_ count: Int?) -> String {
        switch count {
        case nil: "channels unknown"
        case 1: "mono"
        case 2: "stereo"
        case let count?: "\(count) channels"
        }
    }
}

extension ReportRows {
    /// Adds the results of `longwave inspect`.
    mutating func add(_ inspection: Inspection) {
        let report = inspection.report
        add("responses", report.responses.map(\.statusLine))
        add("kind", Self.kind(inspection))
        add("size", "\(report.byteCount) bytes")
        add("decrypted", inspection.encryption.map { "AES-128, IV \(PlaylistJSON.hexadecimal($0.iv))" })
        if let metaint = report.metaint {
            add("metaint", "\(metaint)" + (report.isMetaintForced ? " (from --metaint)" : ""))
        }
        add("title", Self.titles(inspection), omitted: report.blockCount - report.blocks.count)
        add("charset", inspection.charset.map(Self.charset))
        add("sound", "\(report.soundByteCount) bytes")
        add("sha256", inspection.soundSHA256)
        if let frames = report.frames { add(frames) }
        if let segment = report.segment { add(segment, inspection.segmentTracks) }
        addOgg(inspection)
        if let flac = inspection.flac { add(flac) }
        if report.garbageByteCount > 0 { add("garbage", report.garbageByteCount.counted("byte")) }
        if report.trailingByteCount > 0 { add("unfinished", "\(report.trailingByteCount.counted("byte")) at the end") }
        for (tag, reading) in zip(report.tags, inspection.tags).prefix(Self.maximumRows) {
            let texts = reading.frames.map { "\($0.id)=\($0.text)" }.joined(separator: "; ")
            add("tag", "\(tag.kind.rawValue) at \(tag.offset), \(tag.length) bytes\(texts.isEmpty ? "" : ": " + texts)")
        }
        add("entry", inspection.entries.map { $0.url + ($0.title.map { "  \($0)" } ?? "") })
        if let list = inspection.list { add(list) }
        if case .success(let playlist) = report.playlist { add(playlist) }
    }

    private static func kind(_ inspection: Inspection) -> String {
        guard inspection.report.kind == .unknown, case .success(let list)? = inspection.list else {
            return inspection.report.kind?.displayName ?? "a metadata block"
        }
        return "a list of stations"
            + (list.format == .stations ? "" : " (\(list.format.displayName))")
    }

    /// Adds the stations of a file that is a list, with their countries, codecs and addresses.
    private mutating func add(_ list: Result<StationList, StationListError>) {
        switch list {
        case .failure(let error): add("list", "\(error)")
        case .success(let list):
            let count = list.stations.count.counted("station")
            add("list", [list.format.displayName, list.title, count].compactMap(\.self).joined(separator: ", "))
            add(
                "station",
                list.stations.map { station in
                    ([station.name] + [station.country, station.codec].compactMap(\.self) + station.urls)
                        .joined(separator: "  ")
                })
            add("trouble", list.problems.map { "\($0)" })
        }
    }

    /// Returns each title with the offset in bytes of its metadata block. A title that equals the previous title is
    /// left out, because stations repeat titles.
    private static func titles(_ inspection: Inspection) -> [String] {
        var last: TrackInfo?
        return zip(inspection.report.blocks, inspection.tracks).compactMap { block, track in
            defer { last = track }
            guard track.raw != last?.raw else { return nil }
            return "at \(block.offset): " + (DisplayNames.title(track) ?? "(\(track.kind.rawValue))")
        }
    }

    /// Adds facts about the frames in the sound: their number, duration, sample rates, channels and bit rates, and the
    /// gaps between them.
    private mutating func add(_ frames: InspectionReport.Frames) {
        add("frames", "\(frames.count), \(Self.seconds(frames.duration.seconds))")
        for form in frames.forms {
            add("form", "\(form.sampleRate) Hz, \(Self.channels(form.channelCount)), \(form.frameCount) frames")
        }
        let rate = frames.bitRate
        add(
            "bit rate",
            rate.minimum == rate.maximum
                ? Self.rate(rate.mean)
                : "\(Self.rate(rate.mean)) (\(Self.rate(rate.minimum)) to \(Self.rate(rate.maximum)))")
        add(
            "gap", frames.gaps.map { "at \($0.offset), \($0.length) bytes" },
            omitted: frames.gapCount - frames.gaps.count)
    }
}
