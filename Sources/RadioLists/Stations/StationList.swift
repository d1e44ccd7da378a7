import RadioFormats

/// The stations of a list in any known format (docs/CLI.md), and the list's problems.
package struct StationList: Hashable, Sendable {
    /// Stations in the order of the list.
    package var stations: [Station]
    /// The list's own title; nil if it has none.
    package var title: String?
    package var format: ListFormat
    /// Problems of single entries.
    package var problems: [EntryProblem]

    /// Maximum size of a list in bytes; larger lists are refused.
    package static let maximumBytes = 64 << 20
    /// Maximum number of entries. Further entries are left out and reported as one problem.
    package static let maximumStations = 100_000
    /// Maximum number of problems that are reported. Further problems are dropped.
    package static let maximumProblems = 1000

    init(_ collector: consuming StationCollector, title: String? = nil, format: ListFormat) {
        self.title = title
        self.format = format
        stations = collector.stations
        problems = collector.problems
    }

    /// Reads a list.
    ///
    /// A broken entry is reported with its number; the others are still read.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - format: the list's format; nil to determine it from the bytes.
    ///   - base: the URL of the list, against which relative addresses are resolved. Without a base, relative addresses
    ///     are left out.
    /// - Throws: ``StationListError`` if the list as a whole cannot be read.
    package static func read(
        _ bytes: [UInt8], as format: ListFormat? = nil, base: String? = nil
    ) throws(StationListError) -> StationList {
        try bytes.withUnsafeBufferPointer { (bytes) throws(StationListError) in
            try read(UnsafeRawBufferPointer(bytes), as: format, base: base)
        }
    }

    /// Reads a list from memory that the caller owns.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - format: the list's format; nil to determine it from the bytes.
    ///   - base: the URL of the list, against which relative addresses are resolved. Without a base, relative addresses
    ///     are left out.
    ///   - passed: called from time to time with the number of bytes at the beginning that were parsed and are no
    ///     longer needed. Not called for every format.
    /// - Throws: ``StationListError`` if the list as a whole cannot be read.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, as format: ListFormat? = nil, base: String? = nil,
        passed: ((_ bytes: Int) -> Void)? = nil
    ) throws(StationListError) -> StationList {
        guard bytes.count <= maximumBytes else { throw .tooLarge(maximum: maximumBytes) }
        // Lists of Windows programs may be in UTF-16.
        if let text = Utf16Text.utf8(bytes) {
            return try text.withUnsafeBufferPointer { (text) throws(StationListError) in
                try readUTF8(text, format, base, nil)
            }
        }
        return try readUTF8(bytes.assumingMemoryBound(to: UInt8.self), format, base, ListProgress(passed))
    }

    /// Removes and reports `file:` addresses. Must be called for a list from the network, which must not lead to files
    /// on this computer.
    package mutating func removeLocalFiles() {
        guard stations.contains(where: { !$0.urls.allSatisfy(StationAddress.isWeb) }) else { return }
        for index in stations.indices {
            let count = stations[index].urls.count
            stations[index].urls.removeAll { !StationAddress.isWeb($0) }
            guard stations[index].urls.count < count, problems.count < Self.maximumProblems else { continue }
            let isLeftOut = stations[index].urls.isEmpty
            let text = "\(stations[index].name): a list from the network must not name a file of this computer"
            let problem = text + (isLeftOut ? "; left out" : "")
            problems.append(EntryProblem(number: 0, name: nil, text: problem, isLeftOut: isLeftOut))
        }
        stations.removeAll { $0.urls.isEmpty }
    }

    /// Reads a list in UTF-8 with the reader of its format.
    private static func readUTF8(
        _ text: UnsafeBufferPointer<UInt8>, _ format: ListFormat?, _ base: String?,
        _ passed: ListProgress?
    ) throws(StationListError) -> StationList {
        switch format ?? ListFormat.recognise(text) {
        case .stations:
            do { return try StationFileReader.read(text, passed: passed) } catch {
                switch error {
                case .tooLarge(let maximum): throw .tooLarge(maximum: maximum)
                case .notJSON(let error): throw .notJSON(error)
                case .tooManyStations, .changed: throw .wrongShape(.stations, error.description)
                case .notStations(let reason): throw .wrongShape(.stations, reason)
                }
            }
        case .radioBrowser: return try RadioBrowserReader.read(text, passed: passed)
        case .radiotray: return try RadiotrayReader.read(text)
        case .pyRadio: return PyRadioReader.read(text)
        case .m3u: return M3uStations.read(text, base: base)
        case .pls: return PlsStations.read(text, base: base)
        case .xspf: return try XspfReader.read(text, base: base)
        case .asx: return try AsxReader.read(text, base: base)
        case .opml: return try OpmlReader.read(text, base: base)
        case .hls: throw .stream
        case nil: throw .notAList
        }
    }
}
