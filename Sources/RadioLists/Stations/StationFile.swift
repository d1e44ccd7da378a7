import RadioFormats

/// The content of a `stations.json`: the format of Swift Radio Pro, with optional fields added by Longwave.
package struct StationFile: Hashable, Sendable {
    /// Stations in the order of the file.
    package var stations: [Station]
    package var problems: [EntryProblem]

    package static let maximumBytes = StationList.maximumBytes
    /// Maximum number of entries. Further entries are left out and reported as one problem.
    package static let maximumStations = StationList.maximumStations
    /// Maximum number of problems that are reported. Further problems are dropped.
    package static let maximumProblems = StationList.maximumProblems

    /// Reads a file.
    ///
    /// A broken entry is reported with its number and name; the others are still read. Unknown fields are ignored.
    /// - Throws: ``StationFileError`` if the bytes are not a station file.
    package static func read(_ bytes: [UInt8]) throws(StationFileError) -> StationFile {
        let list = try bytes.withUnsafeBufferPointer { (bytes) throws(StationFileError) in
            try StationFileReader.read(bytes)
        }
        return StationFile(stations: list.stations, problems: list.problems)
    }
}
