import RadioFormats

/// The station that the listener's typed text means.
package enum StationPick: Hashable, Sendable {
    /// The rule that found the station.
    package enum Means: String, Hashable, Sendable {
        case id, exactName, number, uniquePrefix, uniqueWords
        /// The typed text consists of words of the station's name, some of them misspelt.
        case bestMatch
    }

    case one(Station, by: Means)
    /// At least two stations, in list order. Nothing is played until the listener chooses one of them.
    case ambiguous([Station])
    /// Stations that may be meant, the likeliest first: at most five, perhaps none.
    case none(suggestions: [Station])
}
