import RadioFormats

/// What comes of segments, and which is next.
extension HlsMachine {
    /// Tries of one request, where the failure may pass; the waits between them.
    private static let tries = 3
    private static let waits: [Duration] = [.milliseconds(250), .seconds(1), .seconds(1)]
    /// What is not there may be there a moment later, when caches agree.
    private static let triesOfMissing = 2
    /// The network is away: so long the same segment is asked for, before a new start is better.
    private static let outage = Duration.seconds(20)

    // MARK: The next one

    mutating func proceedMedia(at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) {
        if let job {
            if job.id == 0 {
                guard let retryAt = job.retryAt, retryAt <= now, !isPaused else { return }
                return try advance(at: now, &actions)
            }
            if isWaiting(job.id) { return }
            if !isPaused, job.lastProgress + patience(for: job) <= now {
                cancel(job.id, &actions)
                if isHintUnkept(job) { failedHints += 1 }
                let text = "\(job.segment.uri) does not come"
                try jobFailed(HlsFailure(.timedOut, text), at: now, &actions)
            } else {
                _ = abandonsJob(at: now, &actions)
            }
            // Where it was given up the next one is due.
            guard self.job == nil, !isOver else { return }
        }
        guard !isPaused, load?.reason != .change, load?.reason != .first else { return }
        guard isMediaWanted else { return passSegments(at: now, &actions) }
        guard let segment = nextSegment(&actions), isDue(at: now) else { return }
        let due = max(try earliestOfRepeats(at: now, &actions), reloadEnd)
        guard due <= now else {
            wakeAt = due
            return
        }
        guard load?.reason != .change, !changesTrack(at: now, &actions) else { return }
        job = MediaJob(segment: segment.segment, part: segment.part, since: now)
        if let part = segment.part, part >= window?.parts(of: segment.segment.sequence).count ?? 0 {
            job?.isHinted = true
            job?.wasHinted = true
        }
        try advance(at: now, &actions)
    }

    /// Whether it is time for the next segment.
    mutating func isDue(at now: Duration) -> Bool {
        let earliest = lookAhead.earliest(held: held, at: now)
        guard earliest > now else { return true }
        wakeAt = earliest
        isHoldingOff = true
        return false
    }

    /// The segment, or part, that is played next; nil while it is not there. Those that never will be are passed over.
    mutating func nextSegment(
        _ actions: inout [HlsAction]
    ) -> (segment: MediaSegment, part: Int?)? {
        guard let window else { return nil }
        if let sequence = next, sequence < window.first { fellBehind(window) }
        while let sequence = next, let segment = window.segment(sequence) {
            if nextPart > 0, !segment.parts.isEmpty, wantedWhole != sequence {
                passGapParts(of: segment)
                if nextPart < segment.parts.count { return (segment, nextPart) }
                // All its parts were played before it was whole.
                segmentsOfTrack += 1
                passOn()
            } else if segment.isGap {
                passOver()
            } else {
                return (segment, nil)
            }
        }
        if window.playlist.isEnded, let sequence = next, sequence >= window.end {
            end(nil, &actions)
            return nil
        }
        return nextOpenPart(window)
    }

    /// Parts that are not there are not asked for.
    mutating func passGapParts(of segment: MediaSegment) {
        while nextPart < segment.parts.count, segment.parts[nextPart].isGap {
            pass(segment.parts[nextPart], number: nextPart)
            isBroken = true
        }
    }

    /// The window has moved past what was to come: while the network was away, or the listener paused.
    private mutating func fellBehind(_ window: SegmentWindow) {
        isBroken = true
        lookAhead.reset()
        place(in: window)
    }

    /// The next segment, in order.
    private mutating func passOn() {
        next = next.map { $0 + 1 }
        nextPart = 0
        wantedWhole = nil
        unhinted = nil
        skip = nil
    }

    /// The next segment will not come: its time passes without it.
    mutating func passOver() {
        passOn()
        isBroken = true
    }

    // MARK: One after the other

    /// Asks for what the job needs next: keys, the init section, the media.
    private mutating func advance(at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) {
        guard let job, let window else { return }
        let base = window.url
        var cipher: SegmentPlan.Cipher?
        if let key = job.segment.key {
            guard let ready = try self.cipher(key, job.segment, base, at: now, &actions) else { return }
            cipher = ready
        }
        var map: SegmentPlan.Map?
        if let section = job.segment.map {
            var mapCipher: SegmentPlan.Cipher?
            if let key = section.key {
                guard let ready = try self.cipher(key, job.segment, base, at: now, &actions) else { return }
                mapCipher = ready
            }
            let name = ResourceCache.Key(uri: section.uri, base: base, range: section.byteRange)
            guard let bytes = maps.bytes(name) else {
                ask(
                    .map(name), HlsFetch(id: 0, purpose: .initSection, uri: name.uri, base: base, range: name.range),
                    now, &actions)
                return
            }
            map = SegmentPlan.Map(bytes: bytes, cipher: mapCipher)
        }
        let plan = self.plan(job, window, cipher: cipher, map: map)
        let part = job.part.map { job.segment.parts[$0] }
        ask(
            .media,
            HlsFetch(
                id: 0, purpose: .media(plan), uri: part?.uri ?? job.segment.uri, base: base,
                range: part.map(\.byteRange) ?? job.segment.byteRange), now, &actions)
    }

    private mutating func ask(_ step: MediaJob.Step, _ fetch: HlsFetch, _ now: Duration, _ actions: inout [HlsAction]) {
        var fetch = fetch
        fetch.id = makeID()
        job?.ask(step, id: fetch.id, at: now)
        send(fetch, at: now, &actions)
    }

    /// nil: the key has been asked for.
    private mutating func cipher(
        _ key: SegmentKey, _ segment: MediaSegment, _ base: String, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) -> SegmentPlan.Cipher? {
        guard key.method == .aes128, key.keyFormat == SegmentKey.identity, let uri = key.uri else {
            try refuse(.encrypted(EncryptionName.of(key)), at: now, &actions)
            return nil
        }
        let name = ResourceCache.Key(uri: uri, base: base, range: nil)
        guard let bytes = keys.bytes(name) else {
            ask(.key(name), HlsFetch(id: 0, purpose: .key, uri: uri, base: base), now, &actions)
            return nil
        }
        return SegmentPlan.Cipher(key: bytes, iv: key.initializationVector(mediaSequence: segment.sequence))
    }

    private func keyName(of segment: MediaSegment) -> ResourceCache.Key? {
        segment.key?.uri.map { ResourceCache.Key(uri: $0, base: window?.url ?? "", range: nil) }
    }

    private mutating func plan(
        _ job: MediaJob, _ window: SegmentWindow, cipher: SegmentPlan.Cipher?, map: SegmentPlan.Map?
    ) -> SegmentPlan {
        let segment = job.segment
        let before = segment.parts.prefix(job.part ?? 0).reduce(MediaTime.zero) { $0 + $1.duration }
        var plan = SegmentPlan(
            sequence: segment.sequence, track: trackNumber,
            duration: job.part.map { segment.parts[$0].duration } ?? segment.span,
            position: window.position(of: segment.sequence) + before, discontinuity: segment.discontinuity)
        plan.part = job.part
        plan.wallClock = segment.wallClock.map { $0 + before }
        plan.cipher = cipher
        plan.map = map
        if job.part ?? 0 == 0 { plan.notes = notes.notes(for: segment, in: window.playlist, at: plan.position) }
        plan.skip = skip
        plan.isDiscontinuous = isBroken
        return plan
    }

    // MARK: What came of it

    mutating func finished(
        _ id: Int, _ bytes: [UInt8], packets: Int, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        guard var job, job.id == id else { return }
        switch job.step {
        case .key(let name):
            guard bytes.count == 16 else {
                // Its request is over: nothing is to be cancelled.
                self.job = nil
                throw .wrongKey("the key at \(name.uri) has \(bytes.count) bytes, not 16")
            }
            keys.store(bytes, for: name)
        case .map(let name): maps.store(bytes, for: name)
        case .media:
            guard job.bytes > 0 else { return try cameEmpty(job, at: now, &actions) }
            countRepeats(packets, at: now)
            return completed(job, at: now)
        }
        // What it was needed for is asked for at once.
        job.id = 0
        job.retryAt = now
        self.job = job
    }

    private mutating func completed(_ job: MediaJob, at now: Duration) {
        if !job.isMeasured { measure(job, at: now) }
        if job.wasHinted, job.failures == 0 { failedHints = 0 }
        self.job = nil
        missing = 0
        hasMedia = true
        provenKey = keyName(of: job.segment)
        isBroken = false
        segmentsOfTrack += job.part == nil ? 1 : 0
        passed(job.segment, job.part, at: now)
    }

    /// The one after it is next.
    mutating func passed(_ segment: MediaSegment, _ part: Int?, at now: Duration) {
        if let part {
            pass(segment.parts[part], number: part)
            // There is never much ahead of the live edge.
            lookAhead.reset()
        } else {
            lookAhead.completed(segment.span.duration, at: now)
            passOn()
        }
    }

    /// Nothing in it: nothing is broken by that, but nothing is held for it either, and a server that has nothing else would be asked
    /// without a pause.
    private mutating func cameEmpty(
        _ job: MediaJob, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        self.job = nil
        if try isGivenUp(job, .noSound("\(job.segment.uri) is empty"), at: now, &actions) { return }
        if let part = job.part { pass(job.segment.parts[part], number: part) } else { passOn() }
    }

    mutating func jobFailed(
        _ failure: HlsFailure, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        guard var job else { return }
        lastFailure = failure
        job.failures += 1
        job.id = 0
        if mayTryAgain(job, failure, at: now) {
            job.retryAt = now + Self.waits[min(job.failures - 1, Self.waits.count - 1)]
            self.job = job
            return
        }
        self.job = nil
        if case .unreachable = failure.kind { return try leave(for: .fetch(failure), at: now, &actions) }
        if job.step != .media {
            // Without it no segment that needs it can be played.
            return try leave(for: .fetch(failure), at: now, &actions)
        }
        try isMissing(job, .fetch(failure), at: now, &actions)
    }

    private func mayTryAgain(_ job: MediaJob, _ failure: HlsFailure, at now: Duration) -> Bool {
        switch failure.kind {
        case .unreachable: now - job.since < Self.outage
        case .timedOut: job.failures < Self.triesOfMissing
        case .connectionLost: job.failures < Self.tries
        case .status: job.failures < (failure.isPassing ? Self.tries : Self.triesOfMissing)
        case .tooLarge, .unreadable, .other: false
        }
    }

    /// A segment will not come: a redundant variant may have it. Else it is passed over (rfc8216bis §6.3.3 lets it be); too many of them, and the track is no good.
    private mutating func isMissing(
        _ job: MediaJob, _ error: HlsError, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        if job.part == nil, takesStandIn(at: now, &actions) { return }
        if try isGivenUp(job, error, at: now, &actions) { return }
        if let part = job.part { isPartMissing(part, of: job.segment) } else { passOver() }
    }

    /// Counts what brought no sound. Too many of them, and the track is left.
    private mutating func isGivenUp(
        _ job: MediaJob, _ error: HlsError, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) -> Bool {
        // The parts of one segment count as one.
        if job.part == nil || missingSequence != job.segment.sequence { missing += 1 }
        missingSequence = job.segment.sequence
        guard missing >= Self.maximumMissing else { return false }
        missing = 0
        try leave(for: error, at: now, &actions)
        return true
    }

    /// The bytes are there, but no sound comes of them.
    mutating func unreadable(
        _ problem: SegmentProblem, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        guard let job else { return }
        cancelJob(&actions)
        switch problem {
        case .unsupportedCodec(let name): try refuse(.unsupported(name), at: now, &actions)
        case .encrypted(let name): try refuse(.encrypted(name), at: now, &actions)
        case .noSound:
            if hasMedia {
                return try isMissing(job, .noSound("\(job.segment.uri) has no sound in it"), at: now, &actions)
            }
            try refuse(.noSound("\(window?.url ?? "") has no sound in it"), at: now, &actions)
        case .damaged(let text):
            if let name = keyName(of: job.segment) {
                keys.forget(name)
                // Where it has opened another segment, this one is broken and not the key.
                guard name == provenKey else {
                    throw .wrongKey("the key at \(name.uri) does not fit \(job.segment.uri)")
                }
            }
            try isMissing(job, .noSound("\(job.segment.uri): \(text)"), at: now, &actions)
        }
    }

    /// The track's sound can never be played here: another that can, or the end.
    private mutating func refuse(
        _ error: HlsError, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        cancelJob(&actions)
        chooser?.refuse(track, error.text)
        guard let other = chooser?.replacement(for: track, at: now) else {
            if case .unsupported = error, let chooser { throw chooser.exhausted }
            throw error
        }
        mustLeave = true
        fetchPlaylist(of: other, reason: .change, at: now, &actions)
    }
}

extension MediaSegment {
    /// Longer is nonsense: sums of it stay exact.
    static let longestSpan = MediaTime(value: 6 * 3600, timescale: 1)

    /// ``duration`` within sensible limits.
    var span: MediaTime { min(max(duration, .zero), Self.longestSpan) }
}
