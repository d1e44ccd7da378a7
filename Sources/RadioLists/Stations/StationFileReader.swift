import RadioJSON
import RadioText

/// Reads a station file (docs/CLI.md) entry by entry.
struct StationFileReader {
    private enum Member { case station, title }
    private static let members = JSONNames<Member>(["station": .station, "title": .title])

    private var collector = StationCollector()
    private var title: String?
    private var hasList = false
    /// The reason why the content is not a station file; nil while no reason was found.
    private var refusal: String?

    private var passed: ListProgress?

    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - passed: reports the number of bytes at the beginning that were parsed and are no longer needed.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, passed: ListProgress? = nil
    ) throws(StationFileError) -> StationList {
        guard bytes.count <= StationList.maximumBytes else { throw .tooLarge(maximum: StationList.maximumBytes) }
        var reader = StationFileReader()
        reader.passed = passed
        do {
            var cursor = JSONCursor(bytes)
            try reader.readFile(&cursor)
            try cursor.finish()
        } catch {
            throw .notJSON(error)
        }
        if let refusal = reader.refusal { throw .notStations(refusal) }
        return StationList(reader.collector, title: reader.title, format: .stations)
    }

    /// Reads the outermost object.
    private mutating func readFile(_ cursor: inout JSONCursor) throws(JSONError) {
        let kind = try cursor.kind
        guard kind == .object else {
            refusal = "it contains \(kind.name), not {\"station\": [ … ]}"
            return try cursor.skip()
        }
        try cursor.enter()
        while try cursor.nextMember() {
            switch try cursor.name(in: Self.members) {
            case .station: try readList(&cursor)
            case .title where try cursor.kind == .string:
                let text = PlainText.clean(try cursor.string())
                title = text.isEmpty ? nil : text
            case .title, nil: try cursor.skip()
            }
        }
        if !hasList, refusal == nil { refusal = "it has no list named \"station\"" }
    }

    /// Reads the list of stations.
    private mutating func readList(_ cursor: inout JSONCursor) throws(JSONError) {
        let kind = try cursor.kind
        guard kind == .array else {
            refusal = "\"station\" is \(kind.name), not a list"
            return try cursor.skip()
        }
        // If the file has two lists named `station`, the last list is used.
        collector = StationCollector()
        (hasList, refusal) = (true, nil)
        try cursor.enter()
        while try cursor.nextItem() {
            if var draft = collector.next() {
                try StationEntryReader.read(&cursor, into: &draft)
                collector.add(&draft)
                collector.expect(bytesRead: cursor.position, of: cursor.count)
                passed?.reached(cursor.position)
            } else {
                try cursor.skip()
            }
        }
    }
}
