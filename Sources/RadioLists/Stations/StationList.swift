import RadioFormats

/// The stations of a list in any format that is known (docs/LISTS.md), and what is wrong with it.
package struct StationList: Hashable, Sendable {
    /// In the order of the list.
    package var stations: [Station]
    /// What the list calls itself; nil where it does not say.
    package var title: String?
    package var format: ListFormat
    /// What was wrong with single entries.
    package var problems: [EntryProblem]

    /// Larger lists are refused.
    package static let maximumBytes = 64 << 20
    /// More entries are reported once and left out.
    package static let maximumStations = 100_000
    /// More problems than these are not kept.
    package static let maximumProblems = 1000

    init(_ collector: consuming StationCollector, title: String? = nil, format: ListFormat) {
        self.title = title
        self.format = format
        stations = collector.stations
        problems = collector.problems
    }

    /// Reads a list in the format that its bytes tell.
    ///
    /// A broken entry is reported with its number and does not keep the others from loading.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - format: nil: what the bytes tell.
    ///   - base: the URL of the list, to which relative addresses are resolved; without one they are left out.
    /// - Throws: when the list as a whole is none.
    package static func read(
        _ bytes: [UInt8], as format: ListFormat? = nil, base: String? = nil
    ) throws(StationListError) -> StationList {
        try bytes.withUnsafeBufferPointer { (bytes) throws(StationListError) in
            try read(UnsafeRawBufferPointer(bytes), as: format, base: base)
        }
    }

    /// The same for bytes that stand somewhere else, such as in a file that is mapped into memory.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - format: nil: what the bytes tell.
    ///   - base: the URL of the list, to which relative addresses are resolved; without one they are left out.
    ///   - passed: told now and then how many bytes of the beginning will not be looked at again; not of every format.
    /// - Throws: when the list as a whole is none.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, as format: ListFormat? = nil, base: String? = nil,
        passed: ((_ bytes: Int) -> Void)? = nil
    ) throws(StationListError) -> StationList {
        guard bytes.count <= maximumBytes else { throw .tooLarge(maximum: maximumBytes) }
        // Programs of Windows write UTF-16.
        if let text = Utf16Text.utf8(bytes) {
            return try text.withUnsafeBufferPointer { (text) throws(StationListError) in
                try readUTF8(text, format, base, nil)
            }
        }
        return try readUTF8(bytes.assumingMemoryBound(to: UInt8.self), format, base, ListProgress(passed))
    }

    /// Takes out, and reports, the addresses that lead to files of this machine: a list from the network must not name any.
    package mutating func removeLocalFiles() {
        guard stations.contains(where: { !$0.urls.allSatisfy(StationAddress.isWeb) }) else { return }
        for index in stations.indices {
            let count = stations[index].urls.count
            stations[index].urls.removeAll { !StationAddress.isWeb($0) }
            guard stations[index].urls.count < count, problems.count < Self.maximumProblems else { continue }
            let isLeftOut = stations[index].urls.isEmpty
            let text = "\(stations[index].name): a list from the network must not name a file of this machine"
            let problem = text + (isLeftOut ? "; left out" : "")
            problems.append(EntryProblem(number: 0, name: nil, text: problem, isLeftOut: isLeftOut))
        }
        stations.removeAll { $0.urls.isEmpty }
    }

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
