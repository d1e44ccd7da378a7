import RadioFormats

/// The content of a `stations.json`: the shape of Swift Radio Pro's, with optional fields of Longwave's own.
package struct StationFile: Hashable, Sendable {
    /// In the order of the file.
    package var stations: [Station]
    package var problems: [EntryProblem]

    package static let maximumBytes = StationList.maximumBytes
    /// More entries are reported once and left out.
    package static let maximumStations = StationList.maximumStations
    /// More problems than these are not kept.
    package static let maximumProblems = StationList.maximumProblems

    /// Reads a file. A broken entry is reported with its number and name and does not keep the others from loading;
    /// unknown fields are ignored.
    /// - Throws: when the file as a whole is none.
    package static func read(_ bytes: [UInt8]) throws(StationFileError) -> StationFile {
        let list = try bytes.withUnsafeBufferPointer { (bytes) throws(StationFileError) in
            try StationFileReader.read(bytes)
        }
        return StationFile(stations: list.stations, problems: list.problems)
    }
}
