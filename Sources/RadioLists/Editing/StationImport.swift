import RadioFormats

/// The result of importing the stations of a list into a station file.
///
/// New stations are added after those of the file. Stations that the file already contains get the list's values.
/// Everything else stays as it was written.
public struct StationImport: Hashable, Sendable {
    /// A station of the file that the import changes.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        /// The station with its new values.
        public var station: Station
        /// The fields that were missing, or differed from the list's values.
        package var fields: [StationField]

        /// The station's name, and the names of the fields that changed.
        public var description: String {
            "\(station.name): \(fields.map(\.displayName).joined(separator: ", "))"
        }
    }

    /// The whole file; unchanged if the import changes nothing.
    package var bytes: [UInt8]
    public var added: [Station]
    public var changed: [Change]
    /// Number of stations in the list that the file already contains with the same values.
    public var unchangedCount: Int
    /// The problems that were found while the list was read.
    public package(set) var problems: [EntryProblem] = []

    /// A station file without stations, for a listener who has no station file yet.
    package static let emptyFile = Array("{\n  \"station\": []\n}\n".utf8)

    /// Fields of the file's stations that an import never changes, because the listener chose them and finds stations
    /// by them.
    private static let own: Set<StationField> = [.name, .id]

    /// Imports stations into a file.
    ///
    /// A station of the list is the same as a station of the file if both have the same directory id, otherwise the
    /// same id, otherwise any common address. If a station occurs twice in the list, the second occurrence changes the
    /// first.
    /// - Parameters:
    ///   - stations: the stations of the list.
    ///   - file: the content of a station file; ``emptyFile`` if there is none.
    /// - Throws: ``StationFileError`` if the content is not a station file, or would become too large.
    package init(_ stations: [Station], into file: [UInt8]) throws(StationFileError) {
        var editor = try StationFileEditor(file)
        var known = try StationFile.read(file).stations
        let numbers = editor.numbers(of: known)
        let fileCount = known.count
        var places: [String: Int] = [:]
        for (index, station) in known.enumerated() { Self.keys(station).forEach { places[$0] = places[$0] ?? index } }
        var fields: [Int: Set<StationField>] = [:]
        unchangedCount = 0
        for station in stations {
            guard let clean = StationDraft.clean(station) else { continue }
            guard
                let index = Self.keys(clean).lazy.compactMap({ places[$0] })
                    .first(where: { Self.mayBe(clean, known[$0]) })
            else {
                Self.keys(clean).forEach { places[$0] = places[$0] ?? known.count }
                known.append(clean)
                continue
            }
            let different = Self.difference(clean, known[index])
            guard !different.isEmpty else {
                unchangedCount += 1
                continue
            }
            for field in different { field.copy(from: clean, to: &known[index]) }
            fields[index, default: []].formUnion(different)
        }
        changed = []
        for index in fields.keys.sorted() where index < fileCount {
            // `streamURL` contains the first address and `urls` the others in their order, so both fields change
            // together.
            var set = fields[index]!
            if set.contains(.url) || set.contains(.furtherURLs) { set.formUnion([.url, .furtherURLs]) }
            let names = StationField.allCases.filter { set.contains($0) }
            guard let number = numbers[index] else { continue }
            editor.set(names, of: number, from: known[index])
            changed.append(Change(station: known[index], fields: names))
        }
        added = Array(known[fileCount...])
        for station in added { editor.append(station) }
        bytes = try editor.edited()
    }

    /// Returns false if both entries have a directory id and these ids differ: they are then different stations, even
    /// if they share an address.
    private static func mayBe(_ one: Station, _ other: Station) -> Bool {
        guard let id = one.directoryID, let otherID = other.directoryID else { return true }
        return id.lowercased() == otherID.lowercased()
    }

    private static func keys(_ station: Station) -> [String] {
        (station.directoryID.map { ["uuid \($0.lowercased())"] } ?? []) + (station.id.map { ["id \($0)"] } ?? [])
            + station.urls.map { "url \($0)" }
    }

    /// Returns the fields in which the list's station `new` differs from the file's station `old`. A value or address
    /// that only the file contains is no difference.
    private static func difference(_ new: Station, _ old: Station) -> [StationField] {
        StationField.allCases.filter { field in
            guard !own.contains(field), let value = field.value(of: new) else { return false }
            switch field {
            case .furtherURLs: return !Set(new.urls).isSubset(of: old.urls)
            case .url: return !old.urls.contains(new.urls[0])
            case .name, .id, .homepage, .artworkURL, .summary, .longDescription, .codec, .bitRate, .language, .country,
                .tags, .charset, .headers, .headerHosts, .directoryID:
                return value != field.value(of: old)
            }
        }
    }
}
