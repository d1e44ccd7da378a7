extension MediaPlaylist {
    /// Places the first byte ranges if they state no offset, and continue a range that has left the playlist.
    ///
    /// The earlier version of a live playlist tells where that range ended. If there is none, the place is known only
    /// in a playlist from which nothing was removed. Otherwise, the segments count as gaps, because the specification
    /// does not allow such a playlist (RFC 8216 §4.3.2.2).
    mutating func placeRanges(after earlier: MediaPlaylist?) {
        let count = inheritance.byteRanges
        guard count > 0, !isDelta else { return }
        let isWhole = mediaSequence == 0 || isEnded || kind != nil
        let distance = earlier.flatMap(rangeDistance) ?? (isWhole ? 0 : nil)
        if distance != nil { inheritance.byteRanges = 0 }
        for index in segments.indices.prefix(count) {
            guard let range = segments[index].byteRange else { continue }
            let offset = range.offset.addingReportingOverflow(distance ?? 0)
            if distance != nil, !offset.overflow, HlsByteRange.fits(offset.partialValue, range.length) {
                segments[index].byteRange?.offset = offset.partialValue
            } else {
                segments[index].isGap = true
            }
        }
    }

    /// Whether no segment can be played, because the places of the byte ranges are not known.
    var isUnplaced: Bool { inheritance.byteRanges > 0 && !isDelta && segments.allSatisfy(\.isGap) }

    /// Returns the distance by which the first byte ranges must be moved, so that they continue those of an earlier
    /// version; nil if the versions do not fit together.
    private func rangeDistance(after earlier: MediaPlaylist) -> Int64? {
        var found: Int64?
        for segment in segments.prefix(inheritance.byteRanges) {
            guard let range = segment.byteRange else { continue }
            if let known = earlier.placedRange(segment.sequence, of: segment.uri) {
                let distance = known.offset - range.offset
                guard known.length == range.length, found ?? distance == distance else { return nil }
                found = distance
            } else if found == nil, range.offset == 0 {
                found = earlier.placedRange(segment.sequence - 1, of: segment.uri)?.end
            }
        }
        return found
    }

    /// Returns the byte range of a segment if its place is known, and if it is of the resource `uri`.
    private func placedRange(_ sequence: Int64, of uri: String) -> HlsByteRange? {
        guard let first = segments.first?.sequence, sequence >= first + Int64(inheritance.byteRanges),
            sequence < first + Int64(segments.count)
        else { return nil }
        let segment = segments[Int(sequence - first)]
        return SegmentIdentity.path(segment.uri) == SegmentIdentity.path(uri) ? segment.byteRange : nil
    }
}
