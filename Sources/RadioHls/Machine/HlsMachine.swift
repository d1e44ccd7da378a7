import RadioFormats

/// Plays HTTP Live Streaming: playlists and segments that arrived go in, requests come out. Pure: no clock, socket or file;
/// the time is a parameter, counted from any moment.
///
/// RFC 8216 and draft-pantos-hls-rfc8216bis are its source. One segment is on its way at a time. What comes of playlists is
/// in `HlsMachine+Playlists`, of segments in `+Media` and, where they are not wanted, `+Passing`, which track is played in `+Tracks`,
/// how far other tracks are in `+Reports`; here is what they share.
public struct HlsMachine {
    public let settings: HlsSettings
    /// What is known of the whole.
    public internal(set) var presentation = HlsPresentation()
    /// The multivariant playlist's variables, for media playlists that import them.
    public internal(set) var variables: [String: String] = [:]
    /// It waits until sound that is held has been heard.
    public internal(set) var isHoldingOff = false

    /// nil: the first playlist was a media playlist.
    var chooser: VariantChooser?
    var commonStart: StartPoint?
    var track = HlsTrack(uri: "")
    /// Counts the tracks: ``SegmentPlan/track``.
    var trackNumber = 0
    var window: SegmentWindow?
    var reload: ReloadTimer?
    var load: PlaylistLoad?
    var job: MediaJob?
    /// The number of the segment that is played next; nil before the window is known.
    var next: Int64?
    /// The next part of it; zero outside of low latency.
    var nextPart = 0
    /// Sound of the next segment that is left out.
    var skip: MediaTime?
    /// What comes next does not continue what came before.
    var isBroken = false
    var lookAhead = LookAhead()
    var meter = ThroughputMeter()
    var keys = ResourceCache(capacity: 16)
    var maps = ResourceCache(capacity: 8)
    /// The key that opened the last segment.
    var provenKey: ResourceCache.Key?
    var notes = SegmentNotes()

    /// Segments in a row that did not come.
    var missing = 0
    /// The last of them.
    var missingSequence: Int64?
    /// Segments, or parts, in a row that brought only what was given before: how many, since when, and when the last of them came.
    var repeats: (count: Int, since: Duration, last: Duration)?
    /// The segment that is fetched whole since a part of it did not come.
    var wantedWhole: Int64?
    /// The part that was announced and did not come: it is waited for until it is listed.
    var unhinted: Int?
    /// Why the last one did not.
    var lastFailure: HlsFailure?
    /// Something of the presentation was fetched to its end.
    var hasMedia = false
    /// Segments of this track since it was begun with.
    var segmentsOfTrack = 0
    /// The track that plays is of no more use; the one whose playlist is being loaded takes its place.
    var mustLeave = false
    /// The next reload must not be a delta update.
    var wantsWhole = false
    /// Parts in a row that were announced and not sent.
    var failedHints = 0
    /// Reloads that a server should have held back, and that failed, in a row; and the next one is not to be held back.
    var failedBlocks = 0
    var isNextReloadPlain = false
    /// Reports on other tracks, in a row, by which their playlists did not come.
    var failedReports = 0
    /// When a playlist came last.
    var lastArrival = Duration.zero
    /// Where to go on once the playlist that is being loaded has come.
    var resumeAt: MediaTime?
    var isPaused = false
    /// Otherwise segments pass without being fetched.
    public internal(set) var isMediaWanted: Bool
    var isOver = false
    /// What was last said to the outside.
    var held = Duration.zero
    private var lastID = 0
    var wakeAt: Duration?
    /// Of all requests, those of the connections before too.
    public var pace = RequestPace()
    /// Requests that the pace holds back, in their order.
    var waiting: [HlsFetch] = []

    /// The longest wait for the first byte, or the next one, of a key, init section or segment.
    static let patience = Duration.seconds(6)
    /// The same for a part of a segment that is there: at the live edge there is no sound for more.
    static let partPatience = Duration.seconds(2)
    /// For a playlist.
    static let playlistPatience = Duration.seconds(8)
    /// Of an init section.
    public static let maximumInitBytes = 4 << 20
    /// Positions and durations of playlists differ from their packets by that at most.
    static let rounding = MediaTime(value: 1, timescale: 10)
    /// Segments in a row that may be missing before another track is tried.
    static let maximumMissing = 3

    public init(_ settings: HlsSettings = HlsSettings()) {
        self.settings = settings
        isMediaWanted = !settings.isPlaylistOnly
    }

    /// Takes one event in.
    /// - Parameters:
    ///   - event: what happened.
    ///   - held: sound that was brought and is not heard yet.
    ///   - now: the time.
    public mutating func handle(_ event: HlsEvent, held: Duration, at now: Duration) -> [HlsAction] {
        guard !isOver else { return [] }
        self.held = held
        wakeAt = nil
        isHoldingOff = false
        var actions: [HlsAction] = []
        if let id = event.fetchID, isWaiting(id) { return [] }
        do throws(HlsError) {
            try respond(to: event, at: now, &actions)
            try proceed(at: now, &actions)
        } catch {
            end(error, &actions)
        }
        return actions
    }

    private mutating func respond(to event: HlsEvent, at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) {
        switch event {
        case .playlistArrived(let id, let playlist, let url): try arrived(id, playlist, url, at: now, &actions)
        case .fetchBegan(let id, let length):
            guard job?.id == id else { return }
            job?.length = length
            job?.answered = now
            job?.lastProgress = now
        case .fetchProgressed(let id, let bytes):
            guard job?.id == id else { return }
            job?.bytes = bytes
            job?.lastProgress = now
        case .fetchFinished(let id, let bytes, let packets):
            try finished(id, bytes, packets: packets, at: now, &actions)
        case .fetchFailed(let id, let failure):
            if load?.id == id {
                try loadFailed(failure, at: now, &actions)
            } else if job?.id == id {
                try jobFailed(failure, at: now, &actions)
            }
        case .unreadable(let id, let problem):
            if job?.id == id { try unreadable(problem, at: now, &actions) }
        case .paused(let isPaused): pause(isPaused, at: now)
        case .seek(let time): seek(to: time, &actions)
        case .select(let name, let time): select(name, from: time, at: now, &actions)
        case .mediaWanted(let isWanted): wantsMedia(isWanted)
        case .tick: break
        }
    }

    /// Does what can be done now.
    private mutating func proceed(at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) {
        release(at: now, &actions)
        try proceedPlaylists(at: now, &actions)
        try proceedMedia(at: now, &actions)
    }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func end(_ error: HlsError?, _ actions: inout [HlsAction]) {
        isOver = true
        if let load { cancel(load.id, &actions) }
        if let job, job.id != 0 { cancel(job.id, &actions) }
        waiting = []
        load = nil
        job = nil
        actions.append(.end(error))
    }

    // MARK: Time

    /// When ``HlsEvent/tick`` is due; nil while nothing waits for time.
    public var nextDeadline: Duration? {
        guard !isOver else { return nil }
        var next = wakeAt
        func consider(_ time: Duration?) { if let time { next = min(next ?? time, time) } }
        if !waiting.isEmpty { consider(pace.earliest) }
        if let load {
            if !isWaiting(load.id) { consider(load.deadline) }
        } else if let window, !window.playlist.isEnded, let reload {
            consider(reloadTime(reload))
        }
        if let job {
            if !isPaused { consider(job.retryAt) }
            if job.id != 0, !isPaused, !isWaiting(job.id) {
                consider(job.lastProgress + patience(for: job))
                consider(abandonCheck(job))
            }
        }
        return next
    }
}
