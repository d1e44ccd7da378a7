import RadioFormats

/// The fetch of a segment, or of a part of one: first of what it needs, then of itself, one request at a time.
struct MediaJob {
    /// What is requested.
    enum Step: Hashable {
        case key(ResourceCache.Key)
        case map(ResourceCache.Key)
        case media
    }

    /// How far the present request is.
    enum Stage: Hashable {
        /// No request is under way. The next one is due at this time.
        case due(Duration)
        /// The request waits until the ``RequestPace`` allows it.
        case queued
        case sent
    }

    /// How far the last request has come.
    struct Progress {
        var began = Duration.zero
        /// When the last bytes came.
        var last = Duration.zero
        var bytes = 0
        var length: Int64?
        /// When the head of the answer came.
        var answered: Duration?
        /// Since when no more of the answer is taken; nil if it is taken.
        var pausedAt: Duration?
        /// Whether the request has been measured as far as it says anything about the network.
        var isMeasured = false
        /// When the request was last checked for slowness.
        var lastLook: Duration?

        init(at now: Duration) {
            began = now
            last = now
        }
    }

    /// The longest wait for the first byte or the next one.
    private static let patience = Duration.seconds(6)
    /// The same for a part that exists: at the live edge there is no sound for a longer wait.
    private static let partPatience = Duration.seconds(2)
    /// The time between two checks for slowness.
    static let watchInterval = Duration.milliseconds(500)

    let segment: MediaSegment
    /// The number of the part; nil for the whole segment.
    let part: Int?
    /// Whether the part was only announced when it was first requested.
    let wasHinted: Bool
    /// Whether the part is still only announced, as far as is known.
    var isHinted: Bool
    /// When the segment was first asked for.
    let since: Duration
    var step = Step.media
    var stage: Stage
    var progress: Progress
    /// The number of failed requests of this step.
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

    /// Whether a request is under way or waits to be made.
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

    /// Whether a part that was awaited exists by now, but nothing of it has come.
    var isHintUnkept: Bool { wasHinted && !isHinted && progress.bytes == 0 && failures == 0 }

    /// When the request is checked for slowness again; nil if that is not necessary. A part is over soon by itself.
    var nextLook: Duration? {
        guard step == .media, part == nil else { return nil }
        return max(progress.lastLook ?? progress.began, progress.began) + Self.watchInterval
    }

    // MARK: Failures and pauses

    /// Notes that the request failed.
    ///
    /// - Returns: whether it is tried again.
    mutating func failed(_ failure: HlsFailure, at now: Duration) -> Bool {
        failures += 1
        let policy = RetryPolicy.segments(after: failure)
        guard !policy.givesUp(attempt: failures, elapsed: now - since) else { return false }
        stage = .due(now + policy.delay(attempt: failures))
        return true
    }

    /// Notes that there is no room for more, and returns a measurement of what came before.
    ///
    /// The time of a pause says nothing of the network, and bytes that the system gathers in a pause come at once after
    /// it.
    mutating func pause(at now: Duration) -> ThroughputMeter.Sample? {
        guard progress.pausedAt == nil else { return nil }
        let sample = step == .media ? whole(at: now) : nil
        progress.isMeasured = true
        progress.pausedAt = now
        return sample
    }

    /// Notes that there is room again.
    mutating func goOn(at now: Duration) {
        guard let pausedAt = progress.pausedAt else { return }
        progress.began += now - pausedAt
        progress.answered = progress.answered.map { $0 + (now - pausedAt) }
        progress.last = now
        progress.pausedAt = nil
    }

    // MARK: Throughput

    /// Returns what the bytes so far say about the network; nil if they were measured already.
    func soFar(at now: Duration) -> ThroughputMeter.Sample? {
        progress.isMeasured ? nil : .init(bytes: progress.bytes, time: now - progress.began)
    }

    /// Returns what a complete fetch says about the network; nil if it says nothing.
    ///
    /// A part that was requested before it existed is measured from its first byte. If it came about as fast as sound
    /// is heard, it came as fast as it was made, and says nothing. If it came faster, it counts for at least an eighth
    /// of its duration, so that an earlier slow network is forgotten. A part that took longer than its duration counts
    /// alone: there is no sound left to wait for an average.
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
