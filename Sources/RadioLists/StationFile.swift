import RadioFormats

/// The content of a `stations.json`: the shape of Swift Radio Pro's, with optional fields of Longwave's own.
public struct StationFile: Hashable, Sendable {
    /// In the order of the file.
    public var stations: [Station]
    public var problems: [EntryProblem]

    public static let maximumBytes = 8 << 20
    /// More entries are reported once and left out.
    public static let maximumStations = 20_000
    /// More problems than these are not kept.
    public static let maximumProblems = 1000

    /// Reads a file. A broken entry is reported with its number and name and does not keep the others from loading;
    /// unknown fields are ignored.
    /// - Throws: when the file as a whole is none.
    public static func read(_ bytes: [UInt8]) throws(StationFileError) -> StationFile {
        guard bytes.count <= maximumBytes else { throw .tooLarge(maximum: maximumBytes) }
        let value: JSONValue
        do { value = try JSONReader.read(bytes) } catch { throw .notJSON(error) }
        guard case .object = value else {
            throw .notStations("it holds \(value.kindName), not {\"station\": [ … ]}")
        }
        guard let list = value["station"] else { throw .notStations("it has no list named \"station\"") }
        guard case .array(let entries) = list else {
            throw .notStations("\"station\" is \(list.kindName), not a list")
        }
        return StationFile(entries: entries)
    }

    private init(entries: [JSONValue]) {
        stations = []
        problems = []
        var ids: Set<String> = []
        for (index, entry) in entries.prefix(Self.maximumStations).enumerated() {
            var reader = StationEntryReader(number: index + 1, entry: entry)
            if var station = reader.read() {
                if let id = station.id, !ids.insert(id).inserted {
                    reader.report("the id \"\(id)\" is another station's already")
                    station.id = nil
                }
                stations.append(station)
            }
            problems += reader.problems.prefix(Self.maximumProblems - problems.count)
        }
        if entries.count > Self.maximumStations {
            let text = "the file has more than \(Self.maximumStations) stations; the rest"
            problems.append(
                EntryProblem(number: Self.maximumStations + 1, name: nil, text: text, isLeftOut: true))
        }
    }
}
