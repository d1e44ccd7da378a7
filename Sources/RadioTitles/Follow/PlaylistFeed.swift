import RadioFormats
import RadioLoop
import RadioStreams

/// Reads titles from the playlist of an HLS stream, and delays all titles of the stream until a player would play their
/// sound.
///
/// HLS titles arrive ahead of their sound. A ``StreamFeed`` supplies playlist and segments with one connection. This
/// feed is open while the playlist alone is trusted for titles. Segments are not fetched while it is open.
final class PlaylistFeed: TitleFeed {
    /// Maximum number of titles that wait to become due; the oldest is dropped first.
    private static let maximumEarly = 64

    private(set) var lastSeen: MonotonicInstant?
    private(set) lazy var skipping = SegmentSkipping { [weak self] in self?.didSkip($0, isNamed: $1) }
    private var trust: PlaylistTrust
    private var segments = SegmentPace()
    /// Metadata whose sound is not due yet, in order of arrival.
    private var early: [(due: MonotonicInstant, metadata: TimedMetadata)] = []
    private var timer: LoopTimer?
    private let loop: EventLoop
    private let didReceive: (TimedMetadata) -> Void

    /// - Parameters:
    ///   - patience: how long a playlist may show no title before it is no longer trusted.
    ///   - didReceive: receives metadata when it is due.
    init(loop: EventLoop, patience: Duration, didReceive: @escaping (TimedMetadata) -> Void) {
        self.loop = loop
        self.didReceive = didReceive
        trust = PlaylistTrust(patience: patience)
    }

    deinit { timer?.cancel() }

    var isOpen: Bool { skipping.isOn }

    /// Prepares for a new connection. The trust in the playlist is kept.
    func open() {
        settle()
        segments = SegmentPace()
    }

    func close() {
        early = []
        timer?.disarm()
    }

    // MARK: Sound

    /// Duration of the sound that arrived or was skipped, and that a player would not have played yet.
    var soundAhead: Duration { segments.ahead(at: loop.now) }

    /// When metadata that arrives now is due; nil before any sound arrived.
    var due: MonotonicInstant? { segments.due(at: loop.now) }

    func formatCame(_ format: MediaFormat) { segments.sampleRate = format.sampleRate }

    func packetCame(_ packet: Packet) { segments.received(samples: packet.sampleCount, at: loop.now) }

    private func didSkip(_ duration: Duration, isNamed: Bool) {
        segments.received(duration, at: loop.now)
        lastSeen = loop.now
        trust.passed(duration, isNamed: isNamed)
        settle()
    }

    // MARK: Titles

    /// Delivers metadata when it is due: at once if `due` is nil or past.
    func receive(_ metadata: TimedMetadata, due: MonotonicInstant?) {
        guard let due, due > loop.now else { return didReceive(metadata) }
        if early.count == Self.maximumEarly { early.removeFirst() }
        early.append((due, metadata))
        if timer == nil { timer = loop.makeTimer { [weak self] in self?.earlyIsDue() } }
        timer?.rearm(at: early[0].due)
    }

    private func earlyIsDue() {
        while let first = early.first, first.due <= loop.now {
            early.removeFirst()
            didReceive(first.metadata)
        }
        if let next = early.first { timer?.rearm(at: next.due) }
    }

    /// Notes the track that was read from metadata; `track` is nil if the metadata had no title.
    func shows(_ track: TrackInfo?, _ kind: TimedMetadata.Kind) {
        switch kind {
        case .icy, .vorbisComment, .flacPicture: return
        case .id3: if let track { trust.segments(show: track) }
        case .extinf, .dateRange: trust.playlist(shows: track)
        }
        settle()
    }

    private func settle() { skipping.isOn = trust.isTrusted }
}
