import RadioFormats

/// Which track is played: failover, bit rate, renditions; and where: seeks.
extension HlsMachine {
    /// Segments of a track before a higher one is thought of.
    private static let calmSegments = 2
    /// Between two looks at a segment that comes slowly.
    static let watchInterval = Duration.milliseconds(500)
    /// A segment without a byte for so long is a slow one.
    private static let silence = Duration.seconds(3)
    /// Sound that must be left when a slow segment is given up, or waits.
    static let reserve = Duration.seconds(1)

    /// The track in use is no good any more: another, or the end.
    mutating func leave(for error: HlsError, at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) {
        cancelJob(&actions)
        chooser?.ban(track, at: now)
        guard let other = chooser?.replacement(for: track, at: now) else { throw error }
        mustLeave = true
        // Its time begins anew: it is not stale before it was looked at.
        reload?.failed(began: now)
        fetchPlaylist(of: other, reason: .change, at: now, &actions)
    }

    /// A redundant variant (RFC 8216 §6.2.4) may have what does not come here. Where its playlist does not come either the one in use goes on.
    mutating func takesStandIn(at now: Duration, _ actions: inout [HlsAction]) -> Bool {
        guard let other = chooser?.standIn(for: track, at: now) else { return false }
        chooser?.ban(track, at: now)
        fetchPlaylist(of: other, reason: .change, at: now, &actions)
        return true
    }

    mutating func cancelJob(_ actions: inout [HlsAction]) {
        if let job, job.id != 0 { cancel(job.id, &actions) }
        job = nil
    }

    // MARK: Bit rate

    /// Whether another bit rate is asked for before the next segment.
    mutating func changesTrack(at now: Duration, _ actions: inout [HlsAction]) -> Bool {
        guard let chooser, let window, let rate = meter.rate else { return false }
        let best = chooser.best(for: rate, current: track, at: now)
        guard best != track else { return false }
        if best.bandwidth > track.bandwidth {
            // Never while the buffer is short.
            guard held >= enoughToRise(window), segmentsOfTrack >= Self.calmSegments else {
                return false
            }
        } else if VariantChooser.carries(rate, track) {
            return false
        }
        fetchPlaylist(of: best, reason: .change, at: now, &actions)
        return true
    }

    /// Half of what lies between the listener and the live edge, where parts are played as they come; there is never more.
    private func enoughToRise(_ window: SegmentWindow) -> Duration {
        offersParts(window) ? partHoldBack(window).duration / 2 : window.target + LookAhead.tolerance
    }

    /// When a segment under way is looked at again, whether it comes in time; nil: there is nothing else to take.
    func abandonCheck(_ job: MediaJob) -> Duration? {
        // A part is over soon by itself.
        guard settings.quality == .auto, job.step == .media, job.part == nil, chooser?.rungs.count ?? 0 > 1,
            load?.reason != .change
        else { return nil }
        let passed = max((job.lastLook ?? job.began) - job.began, .zero)
        return job.began + passed + Self.watchInterval
    }

    /// A segment that comes so slowly that the sound would run out is given up for a smaller one of the same time.
    mutating func abandonsJob(at now: Duration, _ actions: inout [HlsAction]) -> Bool {
        guard let job, job.id != 0, let check = abandonCheck(job), check <= now, let chooser, !isPaused else {
            return false
        }
        self.job?.lastLook = now
        // Before the first bytes nothing is known but the way's length; it says nothing of how fast the rest comes.
        let answered = job.bytes > 0 ? job.answered ?? job.began : job.began
        guard now - answered >= (job.bytes > 0 ? Self.watchInterval : Self.silence) else { return false }
        let elapsed = (now - answered).secondsValue
        let duration = job.segment.duration.seconds
        // Where the server does not say how long it is, the playlist may (EXT-X-BITRATE), at least roughly.
        let told = job.segment.bitRate.map { $0 * 1000 }
        let guess = Double(told ?? track.bandwidth) * duration / 8
        let total = job.length.map { Double($0) } ?? guess
        let rate = max(Double(job.bytes) * 8 / elapsed, 1)
        let rest = max(total - Double(job.bytes), 0)
        let left = rest * 8 / rate
        // What it brings is heard while it comes: only where it comes slower than that less and less is held.
        let shortage = left - duration * rest / max(total, 1)
        guard Duration.seconds(shortage) > max(held - Self.reserve, .zero) else { return false }
        let lower = chooser.best(for: rate, current: track, at: now)
        guard lower.bandwidth < track.bandwidth, Double(lower.bandwidth) * duration / rate < left else { return false }
        if !job.isMeasured { meter.add(bytes: job.bytes, in: now - job.began) }
        cancelJob(&actions)
        fetchPlaylist(of: lower, reason: .change, at: now, &actions)
        return true
    }

    // MARK: The listener

    mutating func seek(to time: MediaTime, _ actions: inout [HlsAction]) {
        cancelJob(&actions)
        lookAhead.reset()
        isBroken = true
        missing = 0
        // What was told of that sound before is told again.
        notes = SegmentNotes()
        resumeAt = time
        actions.append(.jump)
        // A playlist that is being loaded places it when it is there.
        if let window, load?.reason != .change, load?.reason != .first { place(in: window) }
    }

    mutating func select(_ name: String, from time: MediaTime, at now: Duration, _ actions: inout [HlsAction]) {
        guard var chooser, chooser.select(rendition: name) else { return }
        self.chooser = chooser
        guard let first = chooser.first(at: now), first != track else { return }
        cancelJob(&actions)
        lookAhead.reset()
        isBroken = true
        notes = SegmentNotes()
        if window != nil { resumeAt = time }
        actions.append(.jump)
        // Before there is a window, nothing else would be there if it does not come.
        fetchPlaylist(of: first, reason: window == nil ? .first : .change, at: now, &actions)
    }
}
