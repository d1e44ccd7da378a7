import RadioFormats

extension TrackInfo {
    /// About how many bytes it takes where it waits or is written.
    var byteCount: Int {
        let texts = [text, artist, title, album, artworkURL, linkURL].compactMap { $0?.utf8.count }
        return identifiers.reduce(texts.reduce(raw.count, +)) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}

extension StationRecord {
    /// About how many bytes it takes while it waits.
    var byteCount: Int {
        let fixed = 200
        switch record {
        case .track(let begin): return fixed + begin.track.byteCount
        case .end(let end): return fixed + end.track.byteCount
        case .gap: return fixed
        }
    }
}
