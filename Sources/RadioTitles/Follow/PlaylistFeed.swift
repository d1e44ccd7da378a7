import RadioFormats
import RadioLoop
import RadioStreams

/// Titles in the playlist of a stream of segments, and when titles of such a stream are due: they come ahead of their time. A
/// ``StreamFeed`` brings both with one connection. It is open while the playlist is known to tell the titles by itself: segments are
/// not fetched then.
final class PlaylistFeed: TitleFeed {
    /// Titles whose sound is not due yet, at most; then the oldest go.
    private static let maximumEarly = 64

    private(set) var lastSeen: MonotonicInstant?
    private(set) lazy var skipping = SegmentSkipping { [weak self] in self?.didSkip($0, isNamed: $1) }
    private var trust: PlaylistTrust
    private var segments = SegmentPace()
    private var early: [(due: MonotonicInstant, metadata: TimedMetadata)] = []
    private var timer: LoopTimer?
    private let loop: EventLoop
    private let didReceive: (TimedMetadata) -> Void

    /// - Parameters:
    ///   - patience: a playlist that tells nothing for so long is not relied on any more.
    ///   - didReceive: metadata, when it is due.
    init(loop: EventLoop, patience: Duration, didReceive: @escaping (TimedMetadata) -> Void) {
        self.loop = loop
        self.didReceive = didReceive
        trust = PlaylistTrust(patience: patience)
    }

    deinit { timer?.cancel() }

    var isOpen: Bool { skipping.isOn }

    /// Another connection begins. What was known of the playlist before still holds.
    func open() {
        settle()
        segments = SegmentPace()
    }

    func close() {
        early = []
        timer?.disarm()
    }

    // MARK: Sound

    /// What came, or would have come, and would not be heard yet.
    var soundAhead: Duration { segments.ahead(at: loop.now) }

    /// When metadata that comes now is due; nil where nothing was said of sound.
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

    /// A title was read; nil: from metadata without one.
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
