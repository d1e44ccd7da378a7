import RadioFormats

/// Parts of segments, as soon as they are there (rfc8216bis §6.2.5, appendix B), where the server offers them and the
/// listener asks for it.
extension SegmentWindow {
    /// A place among parts.
    struct PartPlace: Hashable {
        var sequence: Int64
        var part: Int
        /// Sound from the part's start on that is left out; it may reach into the parts behind it.
        var skip: MediaTime?
    }

    /// Parts shorter than that need more requests than one station may cause (``RequestPace``): segments are played
    /// instead.
    private static let shortestPart = MediaTime(value: 19, timescale: 100)

    /// Whether parts are played.
    var offersParts: Bool {
        isLowLatency && playlist.partTarget.map { $0 >= Self.shortestPart } ?? false
            && playlist.serverControl?.canBlockReload == true && !playlist.isEnded
    }

    /// How far behind the end playing begins: never less than two parts (rfc8216bis §4.4.3.8).
    var partHoldBack: MediaTime {
        let target = playlist.partTarget ?? .zero
        return max(playlist.serverControl?.partHoldBack ?? target * 3, target * 2)
    }

    /// Where to begin: PART-HOLD-BACK from the end, read from the last independent part that reaches so far back.
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

    /// The independent part from which on a position is played; nil where its segment is not there in parts.
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

    /// Where a part of a segment begins.
    func position(of sequence: Int64, part: Int) -> MediaTime {
        parts(of: sequence).prefix(part).reduce(position(of: sequence)) { $0 + $1.duration }
    }

    /// The part that is announced and not there yet. A range without an end is not asked for: a server would answer with
    /// nothing, or for ever.
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
