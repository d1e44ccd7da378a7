/// Parts of segments, as soon as they are there (rfc8216bis §6.2.5, appendix B), where the server offers them and the
/// listener asks for it.
extension HlsMachine {
    func offersParts(_ window: SegmentWindow) -> Bool {
        settings.isLowLatency && window.playlist.partTarget != nil
            && window.playlist.serverControl?.canBlockReload == true && !window.playlist.isEnded
    }

    /// Where to begin: the last independent part that lies PART-HOLD-BACK from the end, at least.
    func lowLatencyStart(_ window: SegmentWindow) -> (sequence: Int64, part: Int)? {
        guard offersParts(window), let target = window.playlist.partTarget else { return nil }
        let back = window.playlist.serverControl?.partHoldBack ?? target * 3
        var left = MediaTime.zero
        let all = window.segments + [window.playlist.openSegment].compactMap { $0 }
        for segment in all.reversed() {
            if segment.parts.isEmpty {
                left = left + segment.span
                if left >= back { return (segment.sequence, 0) }
                continue
            }
            for (number, part) in segment.parts.enumerated().reversed() {
                left = left + part.duration
                if left >= back, part.isIndependent || number == 0 { return (segment.sequence, number) }
            }
        }
        return nil
    }

    /// The next part of a segment that is not whole yet.
    mutating func nextOpenPart(_ window: SegmentWindow) -> (segment: MediaSegment, part: Int?)? {
        guard offersParts(window), var open = window.playlist.openSegment, next == open.sequence else { return nil }
        passGapParts(of: open)
        if nextPart < open.parts.count { return (open, nextPart) }
        // One that is announced is asked for already: the server answers when it is there (§6.2.6).
        guard nextPart == open.parts.count, unhinted != nextPart, let target = window.playlist.partTarget,
            let hint = hintedPart(window)
        else { return nil }
        open.parts.append(PartialSegment(uri: hint.uri, duration: target, byteRange: hint.range))
        return (open, nextPart)
    }

    /// A part does not come. Where its segment is whole by now that is fetched instead, and what was played of it is dropped by
    /// its times; a part that was only announced may be listed yet; else its time passes without it.
    mutating func isPartMissing(_ part: Int, of sequence: Int64) {
        if window?.segment(sequence) != nil {
            wantedWhole = sequence
        } else if part >= openParts(of: sequence) {
            unhinted = part
        } else {
            nextPart = part + 1
            isBroken = true
        }
    }

    private func openParts(of sequence: Int64) -> Int {
        guard let open = window?.playlist.openSegment, open.sequence == sequence else { return 0 }
        return open.parts.count
    }

    /// A range without an end is not asked for: a server would answer with nothing, or for ever.
    private func hintedPart(_ window: SegmentWindow) -> (uri: String, range: HlsByteRange?)? {
        guard let hint = window.playlist.preloadHints.first(where: { $0.kind == .part }) else { return nil }
        if let length = hint.length { return (hint.uri, HlsByteRange(offset: hint.offset, length: length)) }
        return hint.offset == 0 ? (hint.uri, nil) : nil
    }

    /// Asks the server to answer once there is more than we know (§6.2.5.2); nil where that is not offered.
    func blockingQuery(_ window: SegmentWindow) -> String? {
        guard offersParts(window) else { return nil }
        let parts = window.playlist.openSegment?.parts.count ?? 0
        return "_HLS_msn=\(window.end)&_HLS_part=\(parts)"
    }

    /// Asks for an update only (§6.2.5.1), if what is held is fresh enough to be updated (§6.3.7).
    func deltaQuery(_ window: SegmentWindow, at now: Duration) -> String? {
        guard !wantsWhole, let until = window.playlist.serverControl?.canSkipUntil, let reload,
            now - reload.lastLoad < Duration.seconds(until.seconds / 2)
        else { return nil }
        return "_HLS_skip=YES"
    }
}
