import Longwave

/// The address or file that `probe` examines, and the station that has this address in a station list.
struct ProbeTarget: Hashable {
    var url: String
    /// The station that has ``url`` in a station list; nil for a file, and for an address that is in no list.
    var station: Station?

    /// Finds the address or file that an argument names.
    /// - Parameters:
    ///   - words: an argument that `play` accepts.
    ///   - library: the lists to look up the station in. If the argument is an address, lists that cannot be loaded are
    ///     ignored, unless the command line or the configuration names them.
    ///   - asks: whether a person can be asked which of several stations is meant.
    static func find(_ words: String, in library: LibraryReader, asks: Bool) throws(CommandFailure) -> ProbeTarget {
        let selection = try SelectionFinder.find(words, in: library, asks: asks)
        let station = selection.item.station
        // Only the first address is probed. The report shows the station's other addresses, so that a person can probe
        // them.
        guard let url = station.urls.first else {
            throw CommandFailure(code: .notPlayable, sentence: "\(station.name) has no address.")
        }
        guard selection.isStation else { return ProbeTarget(url: url) }
        let isAddress = selection.item == PlaybackItem(url: url)
        return ProbeTarget(url: url, station: isAddress ? try library.station(at: url) : station)
    }
}
