import RadioFormats

/// A segment, or part of one, that is being fetched: first what it needs, then itself; one request at a time.
struct MediaJob {
    enum Step: Hashable {
        case key(ResourceCache.Key)
        case map(ResourceCache.Key)
        case media
    }

    enum Stage: Hashable {
        /// No request is under way: the next one is due at a time.
        case due(Duration)
        /// The request waits until the ``RequestPace`` allows it.
        case queued
        case sent
    }

    /// What came of the last request.
    struct Progress {
        var began = Duration.zero
        /// When bytes came last.
        var last = Duration.zero
        var bytes = 0
        var length: Int64?
        /// When the answer's head came.
        var answered: Duration?
        /// Since when no more of it is taken.
        var pausedAt: Duration?
        /// How fast it comes is known as far as it tells anything.
        var isMeasured = false
        /// When it was last looked at, whether it comes in time.
        var lastLook: Duration?

        init(at now: Duration) {
            began = now
            last = now
        }
    }

    /// The longest wait for the first byte, or the next one.
    private static let patience = Duration.seconds(6)
    /// The same for a part of a segment that is there: at the live edge there is no sound for more.
    private static let partPatience = Duration.seconds(2)
    /// Between two looks at a segment that comes slowly.
    static let watchInterval = Duration.milliseconds(500)

    let segment: MediaSegment
    /// Which part of it; nil: all of it.
    let part: Int?
    /// It was announced and not there yet when it was first asked for.
    let wasHinted: Bool
    /// It is not there yet as far as is known.
    var isHinted: Bool
    /// When the segment was first asked for.
    let since: Duration
    var step = Step.media
    var stage: Stage
    var progress: Progress
    /// Requests for this step that failed.
    var failures = 0

    init(_ segment: MediaSegment, part: Int?, isHinted: Bool, at now: Duration) {
        self.segment = segment
        self.part = part
        self.isHinted = isHinted
        wasHinted = isHinted
        since = now
        stage = .due(now)
        progress = Progress(at: now)
    }

    mutating func ask(_ step: Step, at now: Duration) {
        if step != self.step { failures = 0 }
        self.step = step
        stage = .queued
        progress = Progress(at: now)
    }

    mutating func sent(at now: Duration) {
        stage = .sent
        progress = Progress(at: now)
    }

    /// A request is under way, or waits to be made.
    var isAsked: Bool {
        switch stage {
        case .due: false
        case .queued, .sent: true
        }
    }

    /// When the request is given up unless bytes come.
    var deadline: Duration { progress.last + patience }

    private var patience: Duration {
        guard part != nil, !isHinted, step == .media else { return Self.patience }
        return isHintUnkept ? Self.partPatience / 2 : Self.partPatience
    }

    /// A part that was waited for is there by now, and nothing of it has come.
    var isHintUnkept: Bool { wasHinted && !isHinted && progress.bytes == 0 && failures == 0 }

    /// When it is looked at again, whether it comes in time; nil: it need not be. A part is over soon by itself.
    var nextLook: Duration? {
        guard step == .media, part == nil else { return nil }
        return max(progress.lastLook ?? progress.began, progress.began) + Self.watchInterval
    }

    // MARK: Failures and pauses

    /// The request failed.
    /// - Returns: whether it is tried again.
    mutating func failed(_ failure: HlsFailure, at now: Duration) -> Bool {
        failures += 1
        let policy = RetryPolicy.segments(after: failure)
        guard !policy.givesUp(attempt: failures, elapsed: now - since) else { return false }
        stage = .due(now + policy.delay(attempt: failures))
        return true
    }

    /// There is no room for more of it. That time says nothing of the network, and what the system gathers in it comes at once
    /// when it is over: only what came before is measured.
    mutating func pause(at now: Duration) -> ThroughputMeter.Sample? {
        guard progress.pausedAt == nil else { return nil }
        let sample = step == .media ? whole(at: now) : nil
        progress.isMeasured = true
        progress.pausedAt = now
        return sample
    }

    /// There is room again.
    mutating func goOn(at now: Duration) {
        guard let pausedAt = progress.pausedAt else { return }
        progress.began += now - pausedAt
        progress.answered = progress.answered.map { $0 + (now - pausedAt) }
        progress.last = now
        progress.pausedAt = nil
    }

    // MARK: Throughput

    /// What the bytes so far tell of the network.
    func soFar(at now: Duration) -> ThroughputMeter.Sample? {
        progress.isMeasured ? nil : .init(bytes: progress.bytes, time: now - progress.began)
    }

    /// What a fetch that is complete tells of the network. A part that was asked for before it was there was waited for until its
    /// first byte; one that then came about as fast as sound is heard came as fast as it was made, and tells nothing. One that came
    /// at once counts for an eighth of what it lasts, so that a network that was slow is forgotten; one that took longer than it
    /// lasts counts alone: there is no sound to wait for a mean.
    func whole(at now: Duration) -> ThroughputMeter.Sample? {
        guard !progress.isMeasured else { return nil }
        guard let part else { return soFar(at: now) }
        let time = now - (wasHinted ? progress.answered ?? progress.began : progress.began)
        let made = segment.parts[part].duration.duration
        let isLate = time >= made * 1.1
        if !isLate, wasHinted, time > made / 2 { return nil }
        let weight = max(time, made / 8)
        let bytes = Double(progress.bytes) * weight.secondsValue / max(time, made / 16).secondsValue
        return .init(bytes: Int(bytes), time: weight, smallest: 1, countsAlone: isLate)
    }
}
