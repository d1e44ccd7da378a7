import RadioFormats

/// The fetch of a segment, or of a part of one. Its key and init section are requested first, then the media, one
/// request at a time.
struct MediaJob {
    /// What a request of the job is for.
    enum Step: Hashable {
        case key(ResourceCache.Key)
        case map(ResourceCache.Key)
        case media
    }

    /// The stage of the current request.
    enum Stage: Hashable {
        /// No request is under way. The next one is due at this time.
        case due(Duration)
        /// The request waits until the ``RequestPace`` allows it.
        case queued
        case sent
    }

    /// The progress of the newest request.
    struct Progress {
        var began = Duration.zero
        /// When the last bytes arrived; when the request was made if none have arrived.
        var last = Duration.zero
        var bytes = 0
        var length: Int64?
        /// When the head of the response arrived.
        var answered: Duration?
        /// When reading of the response was paused; nil if reading is not paused.
        var pausedAt: Duration?
        /// Whether the request's throughput was measured. Each request is measured only once.
        var isMeasured = false
        /// When it was last checked whether the response arrives too slowly; nil before the first check.
        var lastLook: Duration?

        init(at now: Duration) {
            began = now
            last = now
        }
    }

    /// The longest wait for the first bytes of a response, and for further bytes after some have arrived.
    private static let patience = Duration.seconds(6)
    /// The longest wait for the bytes of a part that exists. At the live edge, too little fetched sound is left to wait
    /// longer.
    private static let partPatience = Duration.seconds(2)
    /// The time between two checks whether a segment arrives too slowly.
    static let watchInterval = Duration.milliseconds(500)

    var segment: MediaSegment
    /// The URL of the playlist that named the segment when it was first requested.
    let base: String
    /// The number of the part in its segment, from zero; nil for the whole segment.
    let part: Int?
    /// Whether the playlist only announced the part (EXT-X-PRELOAD-HINT) when the part was first requested.
    let wasHinted: Bool
    /// Whether the newest playlist still only announces the part, and does not list it.
    var isHinted: Bool
    /// When the fetch of the segment, or part, began, including its key and init section.
    let since: Duration
    var step = Step.media
    var stage: Stage
    var progress: Progress
    /// The number of failed requests of the current ``step``.
    var failures = 0

    init(_ segment: MediaSegment, base: String, part: Int?, isHinted: Bool, at now: Duration) {
        self.segment = segment
        self.base = base
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

    /// When the request is given up if no more bytes arrive.
    var deadline: Duration { progress.last + patience }

    private var patience: Duration {
        guard part != nil, !isHinted, step == .media else { return Self.patience }
        return isHintUnkept ? Self.partPatience / 2 : Self.partPatience
    }

    /// Whether the playlist now lists the part that it only announced when the part was first requested, but no byte of
    /// the part has arrived.
    var isHintUnkept: Bool { wasHinted && !isHinted && progress.bytes == 0 && failures == 0 }

    /// When to check next whether the response arrives too slowly; nil unless the request is for a whole segment. A
    /// part takes too little time to need a check.
    var nextLook: Duration? {
        guard step == .media, part == nil else { return nil }
        return max(progress.lastLook ?? progress.began, progress.began) + Self.watchInterval
    }

    // MARK: Failures and pauses

    /// Notes that the request failed.
    ///
    /// - Returns: whether the request is tried again.
    mutating func failed(_ failure: HlsFailure, at now: Duration) -> Bool {
        failures += 1
        let policy = RetryPolicy.segments(after: failure)
        guard !policy.givesUp(attempt: failures, elapsed: now - since) else { return false }
        stage = .due(now + policy.delay(attempt: failures))
        return true
    }

    /// Begins a pause because the player has no room for more sound, and returns the throughput before the pause.
    ///
    /// The request is not measured again after a pause. The length of a pause says nothing about the network, and the
    /// bytes that the operating system buffers during a pause arrive all at once.
    mutating func pause(at now: Duration) -> ThroughputMeter.Sample? {
        guard progress.pausedAt == nil else { return nil }
        let sample = step == .media ? whole(at: now) : nil
        progress.isMeasured = true
        progress.pausedAt = now
        return sample
    }

    /// Ends a pause, because the player has room for more sound again.
    mutating func goOn(at now: Duration) {
        guard let pausedAt = progress.pausedAt else { return }
        progress.began += now - pausedAt
        progress.answered = progress.answered.map { $0 + (now - pausedAt) }
        progress.last = now
        progress.pausedAt = nil
    }

    // MARK: Throughput

    /// Returns the throughput of the bytes received so far; nil if the request was already measured.
    func soFar(at now: Duration) -> ThroughputMeter.Sample? {
        progress.isMeasured ? nil : .init(bytes: progress.bytes, time: now - progress.began)
    }

    /// Returns the throughput of a complete fetch; nil if the fetch says nothing about the network.
    ///
    /// A part that was requested before it existed is measured from the start of the response. If such a part arrived
    /// about as fast as it plays, the server sent it while producing it, and the time taken says nothing about the
    /// network. A measurement's weight is the time that it took. For a part that arrived fast, the weight is at least
    /// an eighth of the part's duration, so that an earlier slow network is forgotten. A part that took longer than its
    /// duration replaces all earlier measurements, because too little sound is left to wait for an average.
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
