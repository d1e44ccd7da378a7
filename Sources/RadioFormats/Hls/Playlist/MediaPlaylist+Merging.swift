extension MediaPlaylist {
    /// The whole playlist that a delta update stands for, when this is the one before it (rfc8216bis §6.2.5.1, §6.3.7).
    ///
    /// - Parameter delta: what the server answered; a whole playlist is given back as it is.
    /// - Throws: ``HlsPlaylistError`` of reason ``HlsPlaylistError/Reason/cannotMerge`` where segments were skipped that
    ///   this playlist does not hold: the whole one must be asked for.
    public func merging(delta: MediaPlaylist) throws(HlsPlaylistError) -> MediaPlaylist {
        guard delta.isDelta else { return delta }
        guard !isDelta else { throw Self.refusal("The playlist before is itself a delta update.") }
        let skipped = delta.mediaSequence..<delta.mediaSequence + Int64(delta.skippedSegments)
        guard let first = segments.first?.sequence, let last = segments.last?.sequence, first <= skipped.lowerBound,
            last >= skipped.upperBound - 1
        else {
            throw Self.refusal(
                "Segments \(skipped.lowerBound) to \(skipped.upperBound - 1) are skipped, and "
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
        merged.settleWallClocks()
        return merged
    }

    /// The number of the segment after the last.
    private var nextSequence: Int64 { segments.last.map { $0.sequence + 1 } ?? mediaSequence }

    private static func refusal(_ sentence: String) -> HlsPlaylistError {
        HlsPlaylistError(.cannotMerge, line: 0, sentence)
    }

    /// Puts the segments that were skipped before those of the delta update, which inherit from the last of them.
    private mutating func take(_ kept: ArraySlice<MediaSegment>, inheritance: DeltaInheritance) {
        guard let last = kept.last else { return }
        // Numbers of discontinuities were counted as if the skipped segments had none.
        let shift = last.discontinuity - discontinuitySequence
        let rangeEnd = last.byteRange?.end ?? 0
        func inherit(_ segment: inout MediaSegment, _ index: Int) {
            segment.discontinuity += shift
            if index < inheritance.keys { segment.keys = last.keys }
            if index < inheritance.map {
                segment.map = last.map
            } else if index < inheritance.mapKeys {
                segment.map?.keys = last.keys
            }
            if index < inheritance.bitRate, segment.byteRange == nil { segment.bitRate = last.bitRate }
            if index < inheritance.byteRanges, let range = segment.byteRange {
                let (offset, isOverflow) = range.offset.addingReportingOverflow(rangeEnd)
                if !isOverflow, !offset.addingReportingOverflow(range.length).overflow {
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

    /// The ranges known before without those removed since, and what the update says.
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
