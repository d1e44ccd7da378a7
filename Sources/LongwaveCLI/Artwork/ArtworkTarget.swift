import Longwave
import RadioStreams

/// The pictures that the argument of `longwave artwork` names, and the station or sound that they belong to.
struct ArtworkTarget {
    var candidates: [ArtworkCandidate]
    /// The station that the argument names; nil for a file, and for an address that is in no station list.
    var station: Station?
    /// The address or file of the argument, as a station. If the address or file is not a picture, its sound may
    /// contain pictures. Nil for a station of a list.
    var sound: Station?

    /// Finds the pictures that an argument names.
    /// - Parameters:
    ///   - words: an argument that `play` accepts, or the address or path of a picture.
    ///   - library: the lists to look up the station in.
    ///   - asks: whether a person can be asked which of several stations is meant.
    static func find(_ words: String, in library: LibraryReader, asks: Bool) throws(CommandFailure) -> ArtworkTarget {
        if words.lowercased().hasPrefix("data:") { return ArtworkTarget(candidates: [.station(words)]) }
        let selection = try SelectionFinder.find(words, in: library, asks: asks)
        let found = selection.item.station
        let url = found.urls.first ?? ""
        var station = selection.isStation ? found : nil
        if station != nil, selection.item == PlaybackItem(url: url) { station = try library.station(at: url) }
        guard let station else {
            let picture = StreamOpener.localPath(url).map(FileURL.of) ?? url
            return ArtworkTarget(candidates: [.station(picture)], sound: found)
        }
        return ArtworkTarget(candidates: station.artworkURL.map { [.station($0)] } ?? [], station: station)
    }
}
