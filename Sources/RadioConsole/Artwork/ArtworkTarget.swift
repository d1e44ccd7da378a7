import Longwave

/// What `artwork` looks for.
struct ArtworkTarget {
    var candidates: [ArtworkCandidate]
    /// Nil where the argument is an address or a file that no list knows.
    var station: Station?
    /// What may bring pictures with its sound, where the candidate is no picture.
    var sound: Station?

    /// - Parameters:
    ///   - words: what `play` takes, or the address or file of a picture.
    ///   - library: where the station is looked up.
    ///   - asks: whether a person can be asked which of several stations is meant.
    static func find(_ words: String, in library: LibraryReader, asks: Bool) throws(CommandFailure) -> ArtworkTarget {
        if words.lowercased().hasPrefix("data:") { return ArtworkTarget(candidates: [.station(words)]) }
        let programme = try ProgrammeFinder.find(words, in: library, asks: asks)
        let found = programme.item.station
        let url = found.urls.first ?? ""
        var station = programme.isStation ? found : nil
        if station != nil, programme.item == PlaybackItem(url: url) { station = try library.station(at: url) }
        guard let station else {
            let picture = StreamOpener.localPath(url).map(FileURL.of) ?? url
            return ArtworkTarget(candidates: [.station(picture)], sound: found)
        }
        return ArtworkTarget(candidates: station.artworkURL.map { [.station($0)] } ?? [], station: station)
    }
}
