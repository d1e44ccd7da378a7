import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Reads the titles in a station's stream. When a connection ends, the feed opens the next of the station's addresses.
/// A ``PlaylistFeed`` delays the titles of an HLS stream.
final class StreamFeed: TitleFeed, MediaStreamClient {
    /// How long a stream must have been open before the waits between attempts become short again.
    private static let settled = Duration.seconds(10)

    private let station: TitleStation
    private let context: StationFollower.Context
    private let charset: StationCharset
    private let didReceive: (TitleFeedEvent) -> Void
    private var opener: StreamOpener?
    private let opening = StreamOpening()
    private var openedAt: MonotonicInstant?
    /// Number of addresses tried before the current one. The station's addresses are tried again from the first after
    /// the last, and all attempts count.
    private var address = 0
    private var retries = RetryCount()
    private var lastError: StreamError?
    /// The time at which any bytes from the station last arrived.
    private var lastByte: MonotonicInstant
    /// The station's names: its name in the station list and the name that its server sends.
    private var names: StationNames
    private var gate = MetadataGate()
    /// Number of titles that were not read since the last title was reported.
    private var skipped = 0
    private lazy var playlist = PlaylistFeed(loop: context.loop, patience: context.pace.playlistPatience) {
        [weak self] in self?.read($0)
    }
    /// The stream's address after lists and redirects were followed.
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
    }

    var isOpen: Bool { opener != nil }
    /// True if the last attempt failed because of the certificate or TLS.
    var wasInsecure: Bool { if case .insecure? = lastError { true } else { false } }
    var lastSeen: MonotonicInstant? { max(lastByte, playlist.lastSeen ?? lastByte) }

    /// Opens the current address.
    /// - Parameter lastSeen: the time at which another feed of the station last received anything; nil if never.
    func open(lastSeen: MonotonicInstant?) {
        let urls = station.station.urls
        var request = StreamRequest(url: urls[address % urls.count])
        request.headers = station.station.headers
        request.headerHosts = station.station.headerHosts
        request.userAgent = context.userAgent
        request.opening = opening
        request.wantsTitlesOnly = true
        request.hls.quality = .low
        playlist.open()
        lastByte = lastSeen ?? context.loop.now
        let opener = StreamOpener(
            loop: context.loop, pool: context.pool, worker: context.worker, request: request, client: self,
            skipping: playlist.skipping)
        self.opener = opener
        opener.start()
    }

    func close() {
        opener?.cancel()
        opener = nil
        gate.drop()
        playlist.close()
    }

    /// Records that the station was observed at `instant`, perhaps by another feed.
    func wasSeen(at instant: MonotonicInstant) { lastByte = max(lastByte, instant) }

    /// Returns how long to wait, after the stream's end, before the next address is opened.
    /// - Parameter wasFollowed: whether the station was followed until the end.
    func nextWait(wasFollowed: Bool) -> Duration {
        if wasFollowed, let openedAt, openedAt.duration(to: context.loop.now) >= Self.settled { retries = RetryCount() }
        openedAt = nil
        address += 1
        // The wait is short unless all of the station's addresses have failed, because the next address may work.
        guard let lastError, address % max(station.station.urls.count, 1) == 0 else {
            return RetryPolicy.addressDelay
        }
        return retries.failTitles(lastError, chance: context.chance())
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
        case .metadata(let metadata): post(gate.take(metadata, at: context.loop.now))
        case .format(let format): playlist.formatCame(format)
        case .packet(let packet): playlist.packetCame(packet)
        case .position, .discontinuity, .end: break
        }
    }

    private func post(_ metadata: TimedMetadata?) {
        guard let metadata else { return }
        let due = playlist.due
        context.loop.post { [weak self] in self?.receive(metadata, due: due) }
    }

    var soundAhead: Duration { playlist.soundAhead }

    func streamReceived(bytes: Int) {
        self.bytes += bytes
        post(gate.release(at: context.loop.now))
        // While only playlists are received, their bytes do not show that the station is alive: a playlist may arrive
        // again and again without new segments.
        if !playlist.isOpen { lastByte = context.loop.now }
    }

    func streamEnded(with error: StreamError?) {
        guard opener != nil else { return }
        opener = nil
        gate.drop()
        playlist.close()
        let error = error ?? .connectionLost("\(station.station.name) ended")
        lastError = error
        // The station was last observed when its last bytes arrived, which may be some time before the stream ended.
        didReceive(.ended(reason: error.summary, since: lastSeen))
    }

    // MARK: Titles

    private func receive(_ metadata: TimedMetadata, due: MonotonicInstant?) {
        guard isOpen else { return }
        didReceive(.opened)
        if isOpen { playlist.receive(metadata, due: due) }
    }

    private func read(_ metadata: TimedMetadata) {
        let track = TitleReader.track(
            in: metadata, charset: charset.declared, names: names, evidence: &charset.evidence)
        playlist.shows(track, metadata.kind)
        skipped += metadata.skipped
        guard let track else { return }
        let isInBand = [.icy, .id3, .vorbisComment].contains(metadata.kind)
        didReceive(
            .title(
                FeedTitle(
                    track: context.rules.apply(to: track, station: station.names).track,
                    source: isInBand ? .inBand : .playlist, isComparable: metadata.kind == .icy, skipped: skipped)))
        skipped = 0
    }
}
