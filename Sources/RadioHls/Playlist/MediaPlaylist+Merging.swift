extension MediaPlaylist {
    /// Returns the whole playlist that results from this playlist and a delta update (rfc8216bis §6.2.5.1, §6.3.7).
    /// - Parameter delta: the server's response. If it is a whole playlist, it is returned unchanged.
    /// - Throws: ``HlsPlaylistError`` of reason ``HlsPlaylistError/Reason/cannotMerge`` if the playlists cannot be
    ///   merged, for example because segments were skipped that this playlist does not contain. The caller must then
    ///   request the whole playlist.
    package func merging(delta: MediaPlaylist) throws(HlsPlaylistError) -> MediaPlaylist {
        guard delta.isDelta else { return delta }
        guard !isDelta else { throw Self.refusal("The previous playlist is itself a delta update.") }
        let skipped = delta.mediaSequence..<delta.mediaSequence + Int64(delta.skippedSegments)
        guard let first = segments.first?.sequence, let last = segments.last?.sequence, first <= skipped.lowerBound,
            last >= skipped.upperBound - 1
        else {
            throw Self.refusal(
                "Segments \(skipped.lowerBound) to \(skipped.upperBound - 1) are skipped, but "
                    + (segments.isEmpty ? "none is known." : "only \(mediaSequence) to \(nextSequence - 1) are known."))
        }
        guard delta.segments.count + delta.skippedSegments <= M3U8Reader.maximumSegments else {
            throw Self.refusal("Together they have more than \(M3U8Reader.maximumSegments) segments.")
        }
        let start = Int(skipped.lowerBound - first)
        let kept = segments[start..<start + delta.skippedSegments]
        var merged = delta
        merged.skippedSegments = 0
        merged.removedDateRanges = nil
        merged.inheritance = DeltaInheritance()
        merged.take(kept, inheritance: delta.inheritance)
        if let removed = delta.removedDateRanges {
            merged.dateRanges = try joinedDateRanges(with: delta, without: Set(removed))
        }
        guard merged.footprint <= M3U8Reader.maximumKept else {
            throw Self.refusal("Together they take more than \(M3U8Reader.maximumKept >> 20) MiB of memory.")
        }
        merged.settleWallClocks()
        return merged
    }

    /// One more than the sequence number of the last segment.
    private var nextSequence: Int64 { segments.last.map { $0.sequence + 1 } ?? mediaSequence }

    private static func refusal(_ sentence: String) -> HlsPlaylistError {
        HlsPlaylistError(.cannotMerge, line: 0, sentence)
    }

    /// Inserts the skipped segments before those of the delta update, which inherit from the last skipped segment.
    private mutating func take(_ kept: ArraySlice<MediaSegment>, inheritance: DeltaInheritance) {
        guard let last = kept.last else { return }
        // The reader of the update counted discontinuities as if the skipped segments had none.
        let shift = last.discontinuity - discontinuitySequence
        let rangeEnd = last.byteRange?.end ?? 0
        var before: SegmentContext?
        /// Gives a segment of the update the keys, init section, bit rate and byte offset that it inherits.
        /// Also corrects its discontinuity number.
        func inherit(_ segment: inout MediaSegment, _ index: Int) {
            segment.discontinuity += shift
            let own = segment.context
            let keys = index < inheritance.keys ? last.keys : segment.keys
            var map = index < inheritance.map ? last.map : segment.map
            if index >= inheritance.map, index < inheritance.mapKeys { map?.keys = last.keys }
            let context = SegmentContext.of(
                keys: keys, map: map, bitRate: index < inheritance.bitRate ? last.context?.bitRate : own?.bitRate)
            // Segments with the same context share one object.
            segment.context = [last.context, own, before].first { $0 == context } ?? context
            before = segment.context
            if index < inheritance.byteRanges, let range = segment.byteRange {
                let (offset, isOverflow) = range.offset.addingReportingOverflow(rangeEnd)
                if !isOverflow, HlsByteRange.fits(offset, range.length) {
                    segment.byteRange = HlsByteRange(offset: offset, length: range.length)
                }
            }
        }
        for index in segments.indices { inherit(&segments[index], index) }
        if var open = openSegment {
            inherit(&open, segments.count)
            openSegment = open
        }
        segments.insert(contentsOf: kept, at: 0)
    }

    /// Returns the date ranges of this playlist, without those that the delta update removes, together with those in
    /// the update.
    private func joinedDateRanges(
        with delta: MediaPlaylist, without removed: Set<String>
    ) throws(HlsPlaylistError) -> [DateRange] {
        var joined = dateRanges.filter { !removed.contains($0.id) }
        var indices: [String: Int] = [:]
        for (index, range) in joined.enumerated() { indices[range.id] = index }
        for range in delta.dateRanges {
            if let index = indices[range.id] {
                joined[index].merge(range)
            } else {
                indices[range.id] = joined.count
                joined.append(range)
            }
        }
        guard joined.count <= M3U8Reader.maximumDateRanges else {
            throw Self.refusal("Together they have more than \(M3U8Reader.maximumDateRanges) date ranges.")
        }
        return joined
    }
}
