import RadioFormats

/// A station as radio-browser's directory answers it: with what its listeners think of it.
public struct DirectoryStation: Hashable, Sendable {
    public var station: Station
    /// How many voted for it; nil where the answer does not say.
    public var votes: Int?
    /// How often it was played in the last day.
    public var clicks: Int?

    /// - Parameters:
    ///   - station: what the answer says of the station itself.
    ///   - votes: how many voted for it.
    ///   - clicks: how often it was played in the last day.
    package init(station: Station, votes: Int? = nil, clicks: Int? = nil) {
        self.station = station
        self.votes = votes
        self.clicks = clicks
    }

    /// An answer's stations.
    package struct List: Hashable, Sendable {
        package var stations: [DirectoryStation]
        /// What was wrong with single entries.
        package var problems: [EntryProblem]
        /// How many entries there were, those left out too.
        package var entryCount: Int
    }

    /// Reads an answer.
    /// - Throws: when it is none.
    package static func read(_ bytes: [UInt8]) throws(StationListError) -> List {
        guard bytes.count <= StationList.maximumBytes else { throw .tooLarge(maximum: StationList.maximumBytes) }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(StationListError) in
            try RadioBrowserReader.readStations(bytes)
        }
    }
}
