import RadioFormats

/// Parts of segments, as soon as they are there (rfc8216bis §6.2.5, appendix B), where the server offers them and the
/// listener asks for it.
extension HlsMachine {
    func offersParts(_ window: SegmentWindow) -> Bool {
        settings.isLowLatency && window.playlist.partTarget.map { $0 >= Self.shortestPart } ?? false
            && window.playlist.serverControl?.canBlockReload == true && !window.playlist.isEnded
    }

    /// Parts shorter than that need more requests than one station may cause (``RequestPace``): segments are played
    /// instead.
    private static let shortestPart = MediaTime(value: 19, timescale: 100)

    /// A place among parts.
    struct PartPlace: Hashable {
        var sequence: Int64
        var part: Int
        /// Sound from the part's start on that is left out; it may reach into the parts behind it.
        var skip: MediaTime?
    }

    /// How far behind the end playing begins: never less than two parts (rfc8216bis §4.4.3.8).
    func partHoldBack(_ window: SegmentWindow) -> MediaTime {
        let target = window.playlist.partTarget ?? .zero
        return max(window.playlist.serverControl?.partHoldBack ?? target * 3, target * 2)
    }

    /// Where to begin: PART-HOLD-BACK from the end, read from the last independent part that reaches so far back.
    func lowLatencyStart(_ window: SegmentWindow) -> PartPlace? {
        guard offersParts(window) else { return nil }
        let back = partHoldBack(window)
        var left = MediaTime.zero
        func place(_ sequence: Int64, _ part: Int) -> PartPlace {
            PartPlace(sequence: sequence, part: part, skip: left - back >= Self.rounding ? left - back : nil)
        }
        for sequence in (window.first...window.end).reversed() {
            let known = sequence == window.end ? window.playlist.openSegment : window.segment(sequence)
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
    func partPlace(at position: MediaTime, in window: SegmentWindow) -> PartPlace? {
        guard offersParts(window) else { return nil }
        let sequence =
            position >= window.range.end ? window.end : window.sequence(at: position) ?? window.first
        var begin = window.position(of: sequence)
        var found: (part: Int, begin: MediaTime)?
        for (number, part) in window.parts(of: sequence).enumerated() where begin <= position || number == 0 {
            if part.isIndependent || number == 0 { found = (number, begin) }
            begin = begin + part.duration
        }
        return found.map { found in
            let left = position - found.begin
            return PartPlace(sequence: sequence, part: found.part, skip: left > .zero ? left : nil)
        }
    }

    /// Where a part of a segment begins.
    func position(of sequence: Int64, part: Int, in window: SegmentWindow) -> MediaTime {
        window.parts(of: sequence).prefix(part).reduce(window.position(of: sequence)) { $0 + $1.duration }
    }

    /// With which part another track goes on where this one was: the one before the next brings what primes a decoder, and is dropped by
    /// its times.
    func overlappingPart(at position: MediaTime, of sequence: Int64, in window: SegmentWindow) -> Int {
        guard nextPart > 0, let place = partPlace(at: position, in: window), place.sequence == sequence else {
            return 0
        }
        return max(place.part - 1, 0)
    }

    mutating func go(to place: PartPlace) {
        next = place.sequence
        nextPart = place.part
        skip = place.skip
    }

    /// A part has had its turn; what is left out may reach further.
    mutating func pass(_ part: PartialSegment, number: Int) {
        nextPart = number + 1
        skip = skip.flatMap { $0 > part.duration ? $0 - part.duration : nil }
    }

    /// Measures the throughput by a fetch that is complete. A part that was asked for before it was there was waited for until its first
    /// byte; one that then came about as fast as sound is heard came as fast as it was made, and tells nothing. One that came at once
    /// counts for an eighth of what it lasts, so that a network that was slow is forgotten; one that took longer than it lasts counts
    /// alone: there is no sound to wait for a mean.
    mutating func measure(_ job: MediaJob, at now: Duration) {
        guard let part = job.part else { return meter.add(bytes: job.bytes, in: now - job.began) }
        let time = now - (job.wasHinted ? job.answered ?? job.began : job.began)
        let made = job.segment.parts[part].duration.duration
        if time >= made * 1.1 {
            meter = ThroughputMeter()
        } else if job.wasHinted, time > made / 2 {
            return
        }
        let weight = max(time, made / 8)
        let bytes = Double(job.bytes) * weight.secondsValue / max(time, made / 16).secondsValue
        meter.add(bytes: Int(bytes), in: weight, smallest: 1)
    }

    /// So long may the first byte of what is fetched take, or the next one.
    func patience(for job: MediaJob) -> Duration {
        guard job.part != nil, !job.isHinted, job.step == .media else { return Self.patience }
        return isHintUnkept(job) ? Self.partPatience / 2 : Self.partPatience
    }

    /// A part that was waited for is there by now, and nothing of it has come.
    func isHintUnkept(_ job: MediaJob) -> Bool { job.wasHinted && !job.isHinted && job.bytes == 0 && job.failures == 0 }

    /// The part that is on its way was only announced when it was asked for, and is listed now: the answer is due. Where the server has
    /// changed its mind another one is.
    mutating func lookForHinted(in window: SegmentWindow, at now: Duration, _ actions: inout [HlsAction]) {
        guard let job, job.isHinted, let number = job.part else { return }
        let parts = window.parts(of: job.segment.sequence)
        let isListed = number < parts.count
        guard isListed || window.segment(job.segment.sequence) != nil else { return }
        let uri = job.segment.parts[number].uri
        if isListed ? parts[number].uri == uri : job.bytes > 0 {
            self.job?.isHinted = false
            self.job?.lastProgress = max(job.lastProgress, now)
        } else {
            cancelJob(&actions)
            if !isListed { wantedWhole = job.segment.sequence }
        }
    }

    /// The next part of a segment that is not whole yet.
    mutating func nextOpenPart(_ window: SegmentWindow) -> (segment: MediaSegment, part: Int?)? {
        guard offersParts(window), var open = window.playlist.openSegment, next == open.sequence else { return nil }
        passGapParts(of: open)
        if nextPart < open.parts.count { return (open, nextPart) }
        // One that is announced is asked for already: the server answers when it is there (§6.2.6).
        guard nextPart == open.parts.count, unhinted != nextPart, failedHints < Self.maximumFailedHints,
            let target = window.playlist.partTarget, let hint = hintedPart(window)
        else { return nil }
        open.parts.append(PartialSegment(uri: hint.uri, duration: target, byteRange: hint.range))
        return (open, nextPart)
    }

    /// Parts that were announced, asked for, listed, and not sent, in a row: with so many no more are asked for before they are there.
    private static let maximumFailedHints = 2

    /// A part does not come. Where its segment is whole by now that is fetched instead, and what was played of it is dropped by
    /// its times; a part that was only announced may be listed yet; else its time passes without it.
    mutating func isPartMissing(_ part: Int, of segment: MediaSegment) {
        let sequence = segment.sequence
        if window?.segment(sequence) != nil {
            wantedWhole = sequence
            skip = nil
        } else if part >= openParts(of: sequence) {
            unhinted = part
        } else {
            pass(segment.parts[part], number: part)
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

    /// Reloads that the server should hold back, and that fail, in a row: with so many it is asked no more to do it.
    private static let maximumFailedBlocks = 2

    /// Whether the server may be asked to hold a playlist back until there is news: not where that is not offered, or not kept.
    func mayBlock(_ window: SegmentWindow) -> Bool {
        offersParts(window) && !isNextReloadPlain && failedBlocks < Self.maximumFailedBlocks
    }

    /// Asks the server to answer once there is more than we know (§6.2.5.2).
    func blockingQuery(_ window: SegmentWindow) -> String? {
        guard mayBlock(window) else { return nil }
        let parts = window.playlist.openSegment?.parts.count ?? 0
        return "_HLS_msn=\(window.end)&_HLS_part=\(parts)"
    }

    /// A server has news once a part. One that has none for so long may say so after three target durations (§6.2.5.2), or never; sound
    /// would have run out by then.
    func blockingPatience(_ window: SegmentWindow) -> Duration {
        let parts = (window.playlist.partTarget ?? .zero) * 4
        return max(parts, partHoldBack(window)).duration + .seconds(1)
    }

    /// When the next reload is due where there are parts: at once where the server holds it back, else once a part; where there was nothing
    /// new, or no answer, with waits that double.
    func reloadTimeOfParts(_ reload: ReloadTimer, _ window: SegmentWindow) -> Duration {
        let part = max(window.playlist.partTarget?.duration ?? .zero, ReloadTimer.shortest)
        guard reload.wasChanged else {
            return min(reload.due, reload.lastLoad + part * (1 << min(max(reload.quietCount - 1, 0), 8)))
        }
        return reload.lastLoad + (blockingQuery(window) == nil ? part : ReloadTimer.shortestOfBlocking)
    }

    /// Asks for an update only (§6.2.5.1), if what is held is fresh enough to be updated (§6.3.7).
    func deltaQuery(_ window: SegmentWindow, at now: Duration) -> String? {
        guard !wantsWhole, let until = window.playlist.serverControl?.canSkipUntil, let reload,
            now - reload.lastLoad < Duration.seconds(until.seconds / 2)
        else { return nil }
        return "_HLS_skip=YES"
    }
}
