import RadioFormats

extension TrackInfo {
    /// Approximate number of bytes that the track takes in memory or in a file.
    var byteCount: Int {
        let texts = [text, artist, title, album, artworkURL, linkURL].compactMap { $0?.utf8.count }
        return identifiers.reduce(texts.reduce(raw.count, +)) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}

extension StationRecord {
    /// Approximate number of bytes that the record takes in memory.
    var byteCount: Int {
        let fixed = 200
        switch record {
        case .track(let begin): return fixed + begin.track.byteCount
        case .end(let end): return fixed + end.track.byteCount
        case .gap, .clock: return fixed
        }
    }
}
