import RadioFormats
import RadioLoop
import RadioStreams

/// Reads titles from the playlist of an HLS stream. Delays all titles of the stream until a player would play their
/// sound, because HLS titles arrive before their sound is due.
///
/// A ``StreamFeed`` receives playlist and segments and passes their titles to this feed. This feed is open while titles
/// are read only from the playlist. Segments are not fetched meanwhile.
final class PlaylistFeed: TitleFeed {
    /// Maximum number of titles that wait until they are due. If there are more, the oldest is dropped.
    private static let maximumEarly = 64

    private(set) var lastSeen: MonotonicInstant?
    private(set) lazy var skipping = SegmentSkipping { [weak self] in self?.didSkip($0, isNamed: $1) }
    private var trust: PlaylistTrust
    private var segments = SegmentPace()
    /// Metadata that waits until a player would play its sound, in the order of arrival.
    private var early: [(due: MonotonicInstant, metadata: TimedMetadata)] = []
    private var timer: LoopTimer?
    private let loop: EventLoop
    private let didReceive: (TimedMetadata) -> Void

    /// - Parameters:
    ///   - patience: how long the playlist may show no title before segments are fetched again.
    ///   - didReceive: receives metadata at the time when a player would play its sound.
    init(loop: EventLoop, patience: Duration, didReceive: @escaping (TimedMetadata) -> Void) {
        self.loop = loop
        self.didReceive = didReceive
        trust = PlaylistTrust(patience: patience)
    }

    deinit { timer?.cancel() }

    var isOpen: Bool { skipping.isOn }

    /// Prepares for a new connection. If titles were read from the playlist before, they still are.
    func open() {
        settle()
        segments = SegmentPace()
    }

    func close() {
        early = []
        timer?.disarm()
    }

    // MARK: Sound

    /// Duration of the sound, received or skipped, that a player would not have played yet.
    var soundAhead: Duration { segments.ahead(at: loop.now) }

    /// The time at which a player would play the sound of metadata that arrives now; nil before any sound arrived.
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

    /// Delivers metadata at the time `due`, or at once if `due` is nil or past.
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

    /// Records which track was read from metadata of a playlist or segment. `track` is nil if the metadata had no
    /// title.
    func shows(_ track: TrackInfo?, _ kind: TimedMetadata.Kind) {
        switch kind {
        case .icy, .id3v1, .vorbisComment, .flacPicture, .itunes, .cueSheet: return
        case .id3: if let track { trust.segments(show: track) }
        case .extinf, .dateRange: trust.playlist(shows: track)
        }
        settle()
    }

    private func settle() { skipping.isOn = trust.isTrusted }
}
