import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Titles that come with a station's sound, or in its playlist: opens the station's addresses in turn. Segments whose playlist tells
/// the titles by itself are not fetched.
final class StreamFeed: TitleFeed, MediaStreamClient {
    /// Titles whose sound is not due yet, at most; then the oldest go.
    private static let maximumEarly = 64

    private let station: TitleStation
    private let context: StationFollower.Context
    private let charset: StationCharset
    private let didReceive: (TitleFeedEvent) -> Void
    private var opener: StreamOpener?
    private var openedAt: MonotonicInstant?
    private var address = 0
    private var schedule = FollowSchedule()
    private var lastError: StreamError?
    /// When something of the station came last.
    private var lastByte: MonotonicInstant
    /// What the station calls itself: its name in the list, and what its server says.
    private var names: StationNames
    /// What comes in segments comes ahead of its time.
    private var segments = SegmentPace()
    private var early: [(due: MonotonicInstant, metadata: TimedMetadata)] = []
    private var timer: LoopTimer?
    private var playlist: PlaylistTrust
    /// Its segments are not fetched.
    private var isOnPlaylist = false
    /// Where the sound is, after lists and redirects.
    private(set) var url: String?
    private(set) var bytes = 0

    init(
        _ station: TitleStation, in context: StationFollower.Context, charset: StationCharset,
        didReceive: @escaping (TitleFeedEvent) -> Void
    ) {
        self.station = station
        self.context = context
        self.charset = charset
        self.didReceive = didReceive
        lastByte = context.loop.now
        names = StationNames([station.station.name])
        playlist = PlaylistTrust(patience: context.pace.playlistPatience)
    }

    deinit { timer?.cancel() }

    var isOpen: Bool { opener != nil }
    var lastSeen: MonotonicInstant? { lastByte }

    /// Opens the present address.
    /// - Parameter lastSeen: when the station was seen elsewhere.
    func open(lastSeen: MonotonicInstant?) {
        let urls = station.station.urls
        var request = StreamRequest(url: urls[address % urls.count])
        request.headers = station.station.headers
        request.headerHosts = station.station.headerHosts
        request.userAgent = context.userAgent
        request.wantsTitlesOnly = true
        request.hls.quality = .low
        // What was known when it was there last.
        isOnPlaylist = playlist.isTrusted
        request.hls.isPlaylistOnly = isOnPlaylist
        segments = SegmentPace()
        lastByte = lastSeen ?? context.loop.now
        let opener = StreamOpener(
            loop: context.loop, pool: context.pool, worker: context.worker, request: request, client: self)
        self.opener = opener
        opener.start()
    }

    func close() {
        opener?.cancel()
        opener = nil
        forgetEarly()
    }

    /// The station was seen then, perhaps elsewhere.
    func wasSeen(at instant: MonotonicInstant) { lastByte = max(lastByte, instant) }

    /// How long to wait, after an end, before the next address is opened.
    /// - Parameter wasFollowed: the station was there until then.
    func nextWait(wasFollowed: Bool) -> Duration {
        if wasFollowed, let openedAt { schedule.seen(for: openedAt.duration(to: context.loop.now)) }
        openedAt = nil
        address += 1
        // Another address of the same programme may be there now.
        guard let lastError, address % max(station.station.urls.count, 1) == 0 else { return .milliseconds(250) }
        return schedule.wait(after: lastError, chance: context.chance())
    }

    // MARK: MediaStreamClient

    func streamOpened(_ info: StreamInfo) {
        url = info.url
        openedAt = context.loop.now
        names = StationNames([station.station.name, info.serverName])
        context.loop.post { [weak self] in
            guard let self, isOpen else { return }
            didReceive(.opened)
        }
    }

    func streamBrought(_ element: StreamElement) {
        switch element {
        case .metadata(let metadata):
            let due = segments.due(at: context.loop.now)
            context.loop.post { [weak self] in self?.receive(metadata, due: due) }
        case .format(let format): segments.sampleRate = format.sampleRate
        case .packet(let packet): segments.received(samples: packet.sampleCount, at: context.loop.now)
        case .position, .discontinuity, .end: break
        }
    }

    func streamPassed(_ duration: Duration, isNamed: Bool) {
        segments.received(duration, at: context.loop.now)
        lastByte = context.loop.now
        playlist.passed(duration, isNamed: isNamed)
        settleMedia()
    }

    var soundAhead: Duration { segments.ahead(at: context.loop.now) }

    func streamNamed(packetCount: Int) {}

    func streamReceived(bytes: Int) {
        self.bytes += bytes
        // A playlist may come again and again with nothing new in it.
        if !isOnPlaylist { lastByte = context.loop.now }
    }

    func streamEnded(with error: StreamError?) {
        guard opener != nil else { return }
        opener = nil
        forgetEarly()
        let error = error ?? .connectionLost("\(station.station.name) ended")
        lastError = error
        // It fell silent before it was given up.
        didReceive(.ended(reason: error.summary, since: lastByte))
    }

    // MARK: Titles

    private func receive(_ metadata: TimedMetadata, due: MonotonicInstant?) {
        guard isOpen else { return }
        didReceive(.opened)
        guard isOpen else { return }
        guard let due, due > context.loop.now else { return read(metadata) }
        if early.count == Self.maximumEarly { early.removeFirst() }
        early.append((due, metadata))
        if timer == nil { timer = context.loop.makeTimer { [weak self] in self?.earlyIsDue() } }
        timer?.rearm(at: early[0].due)
    }

    private func earlyIsDue() {
        while let first = early.first, first.due <= context.loop.now {
            early.removeFirst()
            read(first.metadata)
        }
        if let next = early.first { timer?.rearm(at: next.due) }
    }

    private func forgetEarly() {
        early = []
        timer?.disarm()
    }

    private func read(_ metadata: TimedMetadata) {
        let track = TitleReader.track(
            in: metadata, charset: charset.declared, names: names, evidence: &charset.evidence)
        switch metadata.kind {
        case .icy: break
        case .id3: if let track { playlist.segments(show: track) }
        case .extinf, .dateRange: playlist.playlist(shows: track)
        }
        if metadata.kind != .icy { settleMedia() }
        guard let track else { return }
        let isInBand = metadata.kind == .icy || metadata.kind == .id3
        didReceive(
            .title(
                FeedTitle(
                    track: context.rules.apply(to: track, station: station.names).track,
                    source: isInBand ? .inBand : .playlist, isComparable: metadata.kind == .icy)))
    }

    private func settleMedia() {
        guard isOnPlaylist != playlist.isTrusted else { return }
        isOnPlaylist = playlist.isTrusted
        opener?.setMediaWanted(!isOnPlaylist)
    }
}
