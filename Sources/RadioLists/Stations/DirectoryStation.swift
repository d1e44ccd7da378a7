import RadioFormats

/// A station in radio-browser's directory, with its votes and clicks.
public struct DirectoryStation: Hashable, Sendable {
    public var station: Station
    /// Number of votes for the station; nil if the response does not contain it.
    public var votes: Int?
    /// Number of times that the station was played in the last day; nil if the response does not contain it.
    public var clicks: Int?

    /// - Parameters:
    ///   - station: the station's own properties in the response.
    ///   - votes: number of votes.
    ///   - clicks: number of times that the station was played in the last day.
    package init(station: Station, votes: Int? = nil, clicks: Int? = nil) {
        self.station = station
        self.votes = votes
        self.clicks = clicks
    }

    /// The stations of a response.
    package struct List: Hashable, Sendable {
        package var stations: [DirectoryStation]
        /// Problems of single entries.
        package var problems: [EntryProblem]
        /// Number of entries in the response, including those left out of `stations`.
        package var entryCount: Int
    }

    /// Reads a response.
    /// - Throws: ``StationListError`` if the bytes are not a response of the directory.
    package static func read(_ bytes: [UInt8]) throws(StationListError) -> List {
        guard bytes.count <= StationList.maximumBytes else { throw .tooLarge(maximum: StationList.maximumBytes) }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(StationListError) in
            try RadioBrowserReader.readStations(bytes)
        }
    }
}

extension DirectoryStation: CustomStringConvertible {
    public var description: String { station.description }
}
