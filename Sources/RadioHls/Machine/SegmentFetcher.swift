import RadioFormats

/// Requests segments, or parts of them, one after the other, with the keys and init sections that they need. The type
/// does no I/O and reads no clock.
///
/// The fetcher decides which segment is next, when it is requested, and what happens if it does not arrive.
struct SegmentFetcher {
    /// What the ``HlsMachine`` must do after an event.
    enum Outcome {
        case nothing
        /// This fetch is requested next.
        case fetch(HlsFetch)
        /// The request under way is no longer needed.
        case cancel
        /// The network's speed was measured.
        case measured(ThroughputMeter.Sample)
        /// A segment, or part, does not arrive. If no other ``HlsTrack`` replaces the current one, the machine calls
        /// ``goOn(without:_:in:)``.
        case lost(MediaJob, HlsError)
        /// The variant or rendition that is fetched (``HlsTrack``) cannot be played, at least for now.
        case trackFails(HlsError)
        /// Longwave can never play the sound of the current ``HlsTrack``.
        case trackIsUnplayable(HlsError)
        /// Nothing of the stream can be played.
        case fails(HlsError)
    }

    /// The state of the request for a segment, or for its key or init section.
    enum Check {
        /// Nothing is being fetched. The next segment may be requested.
        case free
        case waits
        /// The next request for the same segment is due.
        case due
        case late(HlsFailure)
        case underWay
    }

    /// What is requested next.
    enum Next {
        case nothing
        /// All segments were fetched, and none will be added.
        case end
        /// The current ``HlsTrack`` has brought no new sound for too long.
        case stale(HlsError)
        case segment(MediaSegment, part: Int?)
    }

    /// The number of failed announcements (EXT-X-PRELOAD-HINT) in a row after which parts are requested only once they
    /// exist.
    ///
    /// An announcement fails if the part is announced, requested and listed, but then not sent.
    private static let maximumFailedHints = 2
    /// The largest number of segments that are skipped in one turn. Further ones are skipped in later turns. So many
    /// segments are due at once only if their durations are almost zero.
    private static let skippedAtOnce = 4

    private let settings: HlsSettings
    private(set) var cursor = SegmentCursor()
    private var job: MediaJob?
    private var lookAhead = LookAhead()
    private var resources = SegmentResources()
    private var notes = SegmentNotes()
    private var losses = SegmentLosses()
    private var repeats = SegmentRepeats()
    /// The number of failed announcements of parts in a row.
    private var failedHints = 0
    /// Whether any segment, or part, was fetched completely since the stream began.
    private(set) var hasMedia = false
    private(set) var isPaused = false
    /// Whether segments are fetched. If false, only the playlist's information about them is used.
    private(set) var isMediaWanted: Bool
    /// When the next segment may be requested; nil if that does not depend on time.
    private var wakeAt: Duration?
    /// Whether the request of the next segment waits until more of the fetched sound has been heard.
    private(set) var isHoldingOff = false

    init(_ settings: HlsSettings) {
        self.settings = settings
        isMediaWanted = !settings.isPlaylistOnly
    }

    // MARK: Position

    /// Forgets when the next request may be made, because that is decided again in each turn.
    mutating func beginTurn() {
        wakeAt = nil
        isHoldingOff = false
    }

    /// Begins with the first playlist of a connection.
    /// - Parameter received: the position up to which the previous connection received the sound.
    /// - Returns: whether the playlist has anything to fetch after `received`.
    mutating func begin(in window: SegmentWindow, after received: MediaTime?) -> Bool {
        beginTrack()
        let isSought = cursor.target != nil
        place(in: window)
        guard let received, !isSought, !window.playlist.isEnded else { return true }
        cursor.leaveOut(before: received, in: window)
        return cursor.sequence.map { $0 < window.end } ?? true
    }

    /// Continues with another ``HlsTrack``, at its segment with the number `next`; if nil, at the position that the
    /// listener has sought or where playing begins by default.
    mutating func change(to next: Int64?, in window: SegmentWindow, from old: SegmentWindow?) {
        if let next, let old { cursor.change(to: next, in: window, from: old) } else { place(in: window) }
        beginTrack()
    }

    private mutating func beginTrack() {
        cursor.beginTrack()
        losses.reset()
        repeats = SegmentRepeats()
        failedHints = 0
    }

    mutating func place(in window: SegmentWindow) {
        cursor.place(in: window, start: window.playlist.isEnded && !hasMedia ? settings.startTime : nil)
    }

    /// Continues at the playlist's default position, because the numbers of the segments started again. The caller must
    /// cancel the request under way.
    mutating func restart(in window: SegmentWindow) {
        job = nil
        cursor.break()
        place(in: window)
    }

    /// Adopts the numbers and addresses of the segments in a reloaded playlist.
    mutating func renumber(_ update: SegmentWindow.Update, in window: SegmentWindow) {
        cursor.renumber(by: update.renumbering)
        job?.segment.sequence += update.renumbering
        // If a request for a whole segment has failed, the segment is requested at its new address, or not at all if it
        // has left the playlist.
        guard let job, job.failures > 0, !job.isAsked, job.part == nil else { return }
        let new = window.segment(job.segment.sequence)
        let isMoved =
            new.map { URLReference.resolve($0.uri, base: window.url) }
            != URLReference.resolve(job.segment.uri, base: job.base)
        if isMoved || new?.context != job.segment.context { self.job = nil }
    }

    /// Continues at another position, on the listener's request. The caller must cancel the request under way.
    /// - Parameters:
    ///   - time: the position at which to continue; nil for the playlist's default position.
    ///   - tolerance: if the segment at `time` begins no more than `tolerance` before `time`, the segment is played
    ///     from its beginning.
    mutating func jump(to time: MediaTime?, tolerance: Duration = .zero) {
        job = nil
        cursor.jump(to: time, tolerance: tolerance)
        lookAhead.reset()
        losses.reset()
        // The titles and date ranges at the new position are reported again, even if they were reported before.
        notes = SegmentNotes()
    }

    /// Forgets the segment that is being fetched. The caller must cancel its request.
    mutating func drop() { job = nil }

    /// Sets whether segments are fetched from now on, or only skipped.
    mutating func wantMedia(_ isWanted: Bool) {
        guard isWanted != isMediaWanted else { return }
        isMediaWanted = isWanted
        // Segments were skipped until now, so the media that is fetched next does not continue the media before.
        if isWanted { cursor.break() }
    }

    /// Begins a pause because the player has no room for more sound, or ends the pause.
    mutating func pause(_ isPaused: Bool, at now: Duration) -> Outcome {
        self.isPaused = isPaused
        switch job?.stage {
        case .due, nil: return .nothing
        case .queued:
            guard isPaused else { return .nothing }
            // The waiting request was not made yet, so it is cancelled. A new one is made after the pause.
            job?.stage = .due(now)
            return .cancel
        case .sent:
            if isPaused { return job?.pause(at: now).map { .measured($0) } ?? .nothing }
            job?.goOn(at: now)
            return .nothing
        }
    }

    // MARK: The request under way

    /// Whether a segment is being fetched.
    var isBusy: Bool { job != nil }

    /// The number of the segment that is being fetched; nil if a playlist reload need not wait for it.
    var sequenceUnderWay: Int64? { isPaused ? nil : job.flatMap { $0.isAsked ? $0.segment.sequence : nil } }

    /// The number of the newest segment whose sound was requested, in whole or in part; nil if there is none.
    var newestRequested: Int64? { cursor.sequence.map { isBusy || cursor.part > 0 ? $0 : $0 - 1 } }

    /// Whether the next request for the same segment waits for its time.
    var isWaiting: Bool { job.map { !$0.isAsked } ?? false }

    /// When the fetcher must act even if nothing arrives; nil if nothing is scheduled.
    var deadline: Duration? {
        guard let job, !isPaused else { return wakeAt }
        let time: Duration? =
            switch job.stage {
            case .due(let time): time
            case .queued: nil
            case .sent: job.deadline
            }
        return [time, wakeAt].compactMap { $0 }.min()
    }

    /// When to check next whether the segment that is being fetched arrives too slowly; nil if no check is needed.
    var nextLook: Duration? { isPaused || job?.stage != .sent ? nil : job?.nextLook }

    /// Returns the segment that is being fetched, so that the caller can check whether it arrives too slowly. Notes the
    /// time of this check.
    mutating func look(at now: Duration) -> MediaJob? {
        job?.progress.lastLook = now
        return job
    }

    mutating func sent(at now: Duration) { job?.sent(at: now) }

    mutating func answered(length: Int64?, at now: Duration) {
        job?.progress.length = length
        job?.progress.answered = now
        job?.progress.last = now
    }

    mutating func progressed(bytes: Int, at now: Duration) {
        job?.progress.bytes = bytes
        job?.progress.last = now
    }

    /// Returns the state of the request under way. If the request is late, the caller must cancel it.
    mutating func check(at now: Duration) -> Check {
        guard let job else { return .free }
        switch job.stage {
        case .due(let time): return time <= now && !isPaused ? .due : .waits
        case .queued: return .waits
        case .sent:
            guard !isPaused, job.deadline <= now else { return .underWay }
            if job.isHintUnkept { failedHints += 1 }
            return .late(HlsFailure(.timedOut, "\(job.segment.uri) does not arrive"))
        }
    }

    /// Checks whether a reloaded playlist lists the part that was requested when it was only announced.
    ///
    /// If the part is listed, the time-out for its bytes starts now. If the playlist lists another part in its place,
    /// the request is cancelled.
    mutating func lookForHinted(in window: SegmentWindow, at now: Duration) -> Outcome {
        guard let job, job.isHinted, let number = job.part else { return .nothing }
        let parts = window.parts(of: job.segment.sequence)
        let isListed = number < parts.count
        guard isListed || window.segment(job.segment.sequence) != nil else { return .nothing }
        let uri = job.segment.parts[number].uri
        if isListed ? parts[number].uri == uri : job.progress.bytes > 0 {
            self.job?.isHinted = false
            self.job?.progress.last = max(job.progress.last, now)
            return .nothing
        }
        self.job = nil
        if !isListed { cursor.wantWhole(job.segment.sequence) }
        return .cancel
    }

    // MARK: The next segment

    /// Returns which segment, or part, is requested now.
    /// - Parameters:
    ///   - held: the duration of the fetched sound that is not heard yet.
    ///   - earliest: when the wait for a playlist on the same connection ends; nil if there is no such wait.
    mutating func next(in window: SegmentWindow, held: Duration, earliest: Duration?, at now: Duration) -> Next {
        switch nextMedia(in: window) {
        case .nothing: return .nothing
        case .end: return .end
        case .media(let segment, let part):
            guard isDue(held: held, at: now) else { return .nothing }
            var due = earliest ?? now
            let target = max(window.target, ReloadTimer.shortest)
            if repeats.isStale(target, at: now) {
                repeats = SegmentRepeats()
                return .stale(.stale("\(window.url) contains only old sound"))
            }
            if let time = repeats.due(target) { due = max(due, time) }
            guard due <= now else {
                wakeAt = due
                return .nothing
            }
            return .segment(segment, part: part)
        }
    }

    private mutating func nextMedia(in window: SegmentWindow) -> SegmentCursor.Next {
        if cursor.isBehind(window) {
            cursor.break()
            place(in: window)
        }
        return cursor.next(in: window, mayHint: failedHints < Self.maximumFailedHints)
    }

    /// Returns whether so little fetched sound is left to hear that the next segment may be requested.
    private mutating func isDue(held: Duration, at now: Duration) -> Bool {
        let earliest = lookAhead.earliest(held: held, at: now)
        guard earliest > now else { return true }
        wakeAt = earliest
        isHoldingOff = true
        return false
    }

    /// Skips the segments that are due, instead of fetching them.
    ///
    /// The playlist's notes about each segment are reported at the time when the segment would have been fetched.
    mutating func skip(
        in window: SegmentWindow, held: Duration, at now: Duration
    ) -> (skipped: [SkippedSegment], isEnd: Bool) {
        var held = held
        var skipped: [SkippedSegment] = []
        for _ in 0..<Self.skippedAtOnce {
            switch nextMedia(in: window) {
            case .nothing: return (skipped, false)
            case .end: return (skipped, true)
            case .media(let segment, let part):
                guard isDue(held: held, at: now) else { return (skipped, false) }
                let duration = part.map { segment.parts[$0].duration } ?? segment.span
                var skippedSegment = SkippedSegment(
                    duration: duration, notes: [], isNamed: SegmentNotes.name(segment, in: window.playlist))
                if part ?? 0 == 0 {
                    skippedSegment.notes = notes.notes(
                        for: segment, in: window.playlist, at: window.position(of: segment.sequence))
                }
                skipped.append(skippedSegment)
                held += duration.duration
                count(segment, part, at: now)
                cursor.pass(segment, part: part)
            }
        }
        wakeAt = now + LookAhead.interval
        return (skipped, false)
    }

    /// Begins to fetch a segment, or part, that ``next(in:held:earliest:at:)`` has returned.
    mutating func fetch(
        _ segment: MediaSegment, part: Int?, track: Int, in window: SegmentWindow, at now: Duration
    ) -> Outcome {
        let isHinted = part.map { $0 >= window.parts(of: segment.sequence).count } ?? false
        job = MediaJob(segment, base: window.url, part: part, isHinted: isHinted, at: now)
        return advance(track: track, in: window, at: now)
    }

    /// Requests what the segment needs next: its key, its init section, or the media.
    mutating func advance(track: Int, in window: SegmentWindow, at now: Duration) -> Outcome {
        guard let job else { return .nothing }
        let segment = job.segment
        let base = window.url
        switch resources.need(of: segment, base: base) {
        case .unknownCipher(let name): return .trackIsUnplayable(.encrypted(name))
        case .key(let name): return ask(.key(name), HlsFetch(.key, uri: name.uri, base: base), at: now)
        case .map(let name):
            return ask(.map(name), HlsFetch(.initSection, uri: name.uri, base: base, range: name.range), at: now)
        case .nothing(let cipher, let map):
            var plan = plan(job, track: track, in: window)
            plan.cipher = cipher
            plan.map = map
            let part = job.part.map { segment.parts[$0] }
            let range = part.map(\.byteRange) ?? segment.byteRange
            return ask(.media, HlsFetch(.media(plan), uri: part?.uri ?? segment.uri, base: base, range: range), at: now)
        }
    }

    private mutating func ask(_ step: MediaJob.Step, _ fetch: HlsFetch, at now: Duration) -> Outcome {
        job?.ask(step, at: now)
        return .fetch(fetch)
    }

    /// Returns the plan for reading a segment, or part, and for placing its sound in the presentation.
    private mutating func plan(_ job: MediaJob, track: Int, in window: SegmentWindow) -> SegmentPlan {
        let segment = job.segment
        let before = segment.parts.prefix(job.part ?? 0).reduce(MediaTime.zero) { $0 + $1.duration }
        var plan = SegmentPlan(
            sequence: segment.sequence - cursor.renumbering, track: track,
            duration: job.part.map { segment.parts[$0].duration } ?? segment.span,
            position: window.position(of: segment.sequence) + before, discontinuity: segment.discontinuity)
        plan.part = job.part
        plan.wallClock = segment.wallClock.map { $0 + before }
        if job.part ?? 0 == 0 { plan.notes = notes.notes(for: segment, in: window.playlist, at: plan.position) }
        plan.skip = cursor.skip
        plan.isDiscontinuous = cursor.isBroken
        plan.isTagged = segment.isDiscontinuous
        return plan
    }

    // MARK: Results

    /// Handles a complete response to the request under way.
    /// - Parameters:
    ///   - bytes: the bytes of a key or an init section.
    ///   - packets: the number of media packets that ``SegmentTimeline`` passed on, because they brought new sound.
    mutating func finished(_ bytes: [UInt8], packets: Int, base: String, at now: Duration) -> Outcome {
        guard let job else { return .nothing }
        switch job.step {
        case .key(let name):
            guard bytes.count == 16 else {
                self.job = nil
                return .fails(.wrongKey("the key at \(name.uri) has \(bytes.count) bytes, not 16"))
            }
            resources.store(key: bytes, for: name)
        case .map(let name): resources.store(map: bytes, for: name)
        case .media: return job.progress.bytes > 0 ? complete(job, packets, base, at: now) : cameEmpty(job)
        }
        // With the key or init section stored, the segment's next request is due at once.
        self.job?.stage = .due(now)
        return .nothing
    }

    private mutating func complete(_ job: MediaJob, _ packets: Int, _ base: String, at now: Duration) -> Outcome {
        repeats.came(packets: packets, at: now)
        if job.wasHinted, job.failures == 0 { failedHints = 0 }
        self.job = nil
        losses.reset()
        hasMedia = true
        resources.opened(job.segment, base: base)
        count(job.segment, job.part, at: now)
        cursor.played(job.segment, part: job.part)
        return job.whole(at: now).map { .measured($0) } ?? .nothing
    }

    /// Counts a segment, or part, that was fetched or skipped, as sound that waits to be heard.
    private mutating func count(_ segment: MediaSegment, _ part: Int?, at now: Duration) {
        // When parts are fetched, little fetched sound ever waits to be heard, so nothing limits how far ahead they are
        // fetched.
        if part != nil { lookAhead.reset() } else { lookAhead.completed(segment.span.duration, at: now) }
    }

    /// Handles a segment, or part, without any bytes.
    ///
    /// An empty segment interrupts nothing, but it counts as a loss, because it adds no sound. If it did not count, a
    /// server with only empty segments would receive requests without a pause.
    private mutating func cameEmpty(_ job: MediaJob) -> Outcome {
        self.job = nil
        let error = HlsError.noSound("\(job.segment.uri) is empty")
        if losses.add(job.segment.sequence, isPart: job.part != nil) { return .trackFails(error) }
        cursor.pass(job.segment, part: job.part)
        return .nothing
    }

    /// Handles the failure of the request under way.
    mutating func failed(_ failure: HlsFailure, at now: Duration) -> Outcome {
        guard var job else { return .nothing }
        if job.failed(failure, at: now) {
            self.job = job
            return .nothing
        }
        self.job = nil
        if case .unreachable = failure.kind { return .trackFails(.fetch(failure)) }
        // If a key or init section does not arrive, no segment that needs it can be played.
        return job.step == .media ? .lost(job, .fetch(failure)) : .trackFails(.fetch(failure))
    }

    /// Skips a segment, or part, that will not arrive (rfc8216bis §6.3.3 allows that).
    ///
    /// After too many segments in a row without sound (``SegmentLosses``), the current ``HlsTrack`` fails.
    mutating func goOn(without job: MediaJob, _ error: HlsError, in window: SegmentWindow?) -> Outcome {
        if losses.add(job.segment.sequence, isPart: job.part != nil) { return .trackFails(error) }
        cursor.passOver(job.segment, part: job.part, in: window)
        return .nothing
    }

    /// Handles media that arrives but gives no sound. The caller must cancel the request.
    mutating func unreadable(_ problem: SegmentProblem, base: String) -> Outcome {
        guard let job = job.take() else { return .nothing }
        switch problem {
        case .unsupportedCodec(let name): return .trackIsUnplayable(.unsupported(name))
        case .encrypted(let name): return .trackIsUnplayable(.encrypted(name))
        case .noSound:
            if hasMedia { return .lost(job, .noSound("\(job.segment.uri) contains no sound")) }
            return .trackIsUnplayable(.noSound("\(base) contains no sound"))
        case .lateIndex: return .lost(job, .noSound("\(job.segment.uri): \(problem)"))
        case .damaged(let text):
            if let key = resources.damaged(job.segment, base: base) {
                return .fails(.wrongKey("the key at \(key.uri) does not fit \(job.segment.uri)"))
            }
            return .lost(job, .noSound("\(job.segment.uri): \(text)"))
        }
    }
}
