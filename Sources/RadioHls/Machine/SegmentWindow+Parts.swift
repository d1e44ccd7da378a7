import RadioFormats

/// Parts of segments, which are played as soon as they exist (rfc8216bis §6.2.5, appendix B) if the server offers them
/// and the listener wants low latency.
extension SegmentWindow {
    /// A place where reading begins: the number of a segment, the number of one of its parts, and the duration to leave
    /// out.
    struct PartPlace: Hashable {
        var sequence: Int64
        var part: Int
        /// The duration of the sound that is left out at the part's start. This duration may reach into the following
        /// parts.
        var skip: MediaTime?
    }

    /// The shortest part that is played.
    ///
    /// Shorter parts would need more requests than a station may cause (``RequestPace``), so whole segments are played
    /// instead.
    private static let shortestPart = MediaTime(value: 19, timescale: 100)

    /// Whether parts are played.
    var offersParts: Bool {
        isLowLatency && playlist.partTarget.map { $0 >= Self.shortestPart } ?? false
            && playlist.serverControl?.canBlockReload == true && !playlist.isEnded
    }

    /// The distance from the playlist's end at which playing begins, never less than two parts (rfc8216bis §4.4.3.8).
    var partHoldBack: MediaTime {
        let target = playlist.partTarget ?? .zero
        return max(playlist.serverControl?.partHoldBack ?? target * 3, target * 2)
    }

    /// Where playing begins by default: PART-HOLD-BACK before the playlist's end; nil if parts are not played or the
    /// playlist is shorter. Reading starts at the last independent part that begins no later than this place.
    var lowLatencyStart: PartPlace? {
        guard offersParts else { return nil }
        let back = partHoldBack
        var left = MediaTime.zero
        func place(_ sequence: Int64, _ part: Int) -> PartPlace {
            PartPlace(sequence: sequence, part: part, skip: left - back >= Self.rounding ? left - back : nil)
        }
        for sequence in (first...end).reversed() {
            let known = sequence == end ? playlist.openSegment : segment(sequence)
            guard let segment = known else { continue }
            if segment.parts.isEmpty {
                left = left + segment.span
                if left >= back { return place(segment.sequence, 0) }
                continue
            }
            for (number, part) in segment.parts.enumerated().reversed() {
                left = left + part.duration
                if left >= back, part.isIndependent || number == 0 { return place(segment.sequence, number) }
            }
        }
        return nil
    }

    /// Returns the independent part where reading must start to play a position; nil if the segment there has no parts.
    func partPlace(at position: MediaTime) -> PartPlace? {
        guard offersParts else { return nil }
        let sequence = position >= range.end ? end : sequence(at: position) ?? first
        var begin = self.position(of: sequence)
        var found: (part: Int, begin: MediaTime)?
        for (number, part) in parts(of: sequence).enumerated() where begin <= position || number == 0 {
            if part.isIndependent || number == 0 { found = (number, begin) }
            begin = begin + part.duration
        }
        return found.map { found in
            let left = position - found.begin
            return PartPlace(sequence: sequence, part: found.part, skip: left > .zero ? left : nil)
        }
    }

    /// Returns the position of a part's beginning.
    func position(of sequence: Int64, part: Int) -> MediaTime {
        parts(of: sequence).prefix(part).reduce(position(of: sequence)) { $0 + $1.duration }
    }

    /// The part that the playlist announces (EXT-X-PRELOAD-HINT) and that does not exist yet.
    ///
    /// Nil if the part is announced with an offset but no length: the server might answer such a request with nothing,
    /// or without end.
    var hintedPart: PartialSegment? {
        guard let target = playlist.partTarget, let hint = playlist.preloadHints.first(where: { $0.kind == .part })
        else { return nil }
        if let length = hint.length {
            let range = HlsByteRange(offset: hint.offset, length: length)
            return PartialSegment(uri: hint.uri, duration: target, byteRange: range)
        }
        return hint.offset == 0 ? PartialSegment(uri: hint.uri, duration: target, byteRange: nil) : nil
    }
}
