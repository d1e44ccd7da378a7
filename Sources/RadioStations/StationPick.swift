import RadioFormats

/// Which station a person meant.
package enum StationPick: Hashable, Sendable {
    /// What told it.
    package enum Means: String, Hashable, Sendable {
        case id, exactName, number, uniquePrefix, uniqueWords
        /// Words of its name, some of which were misspelt.
        case bestMatch
    }

    case one(Station, by: Means)
    /// In list order, two at least: nothing is played before the person says which.
    case ambiguous([Station])
    /// Perhaps meant, likeliest first; at most five, perhaps none.
    case none(suggestions: [Station])
}
