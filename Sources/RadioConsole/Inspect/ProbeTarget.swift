import Longwave

/// What `probe` looks at: an address or file, and what the list says of the station that has it.
struct ProbeTarget: Hashable {
    var url: String
    /// Nil for a file, and where no list knows the address.
    var station: Station?

    /// - Parameters:
    ///   - words: what `play` takes.
    ///   - library: where the station is looked up. An address needs none, unless a list was named.
    ///   - asks: whether a person can be asked which of several stations is meant.
    static func find(_ words: String, in library: LibraryReader, asks: Bool) throws(CommandFailure) -> ProbeTarget {
        let programme = try ProgrammeFinder.find(words, in: library, asks: asks)
        let station = programme.item.station
        // The first of several; the others are told, and can be looked at by themselves.
        guard let url = station.urls.first else {
            throw CommandFailure(code: .notPlayable, sentence: "\(station.name) has no address.")
        }
        guard programme.isStation else { return ProbeTarget(url: url) }
        let isAddress = programme.item == PlaybackItem(url: url)
        return ProbeTarget(url: url, station: isAddress ? try library.station(at: url) : station)
    }
}
