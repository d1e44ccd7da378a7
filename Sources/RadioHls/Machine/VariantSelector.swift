import RadioFormats

/// Which track is played: the first one, another bit rate or rendition, and what takes the place of a track that fails. Pure.
///
/// What can be chosen is in ``VariantChooser``; where the listener's address leads to a media playlist there is no choice.
struct VariantSelector {
    /// Segments of a track before a higher one is thought of.
    private static let calmSegments = 2
    /// A segment without a byte for so long is a slow one.
    private static let silence = Duration.seconds(3)

    private let settings: HlsSettings
    private var chooser: VariantChooser?
    /// The track that is played.
    private(set) var track = HlsTrack(uri: "")
    /// Counts the tracks: ``SegmentPlan/track``.
    private(set) var trackNumber = 0
    /// The track that plays is of no more use; the one whose playlist is being loaded takes its place.
    private var mustLeave = false
    private var meter = ThroughputMeter()

    init(_ settings: HlsSettings) { self.settings = settings }

    var variants: [Variant] { chooser?.variants ?? [] }
    var renditions: [Rendition] { chooser?.renditions ?? [] }
    /// The listener's address leads to a multivariant playlist.
    var isOpen: Bool { chooser != nil }
    /// A slow track may be left for a smaller one.
    var adapts: Bool { settings.quality == .auto && chooser?.rungs.count ?? 0 > 1 }

    /// The multivariant playlist is there.
    /// - Returns: the track to begin with.
    mutating func opened(
        _ playlist: MultivariantPlaylist, _ url: String, at now: Duration
    ) throws(HlsError) -> HlsTrack {
        let chooser = try VariantChooser(playlist, url: url, settings: settings)
        self.chooser = chooser
        guard let first = chooser.first(at: now) else { throw chooser.exhausted }
        return first
    }

    /// A track's playlist is there.
    mutating func begin(_ track: HlsTrack) {
        self.track = track
        trackNumber += 1
        mustLeave = false
    }

    // MARK: Failover

    /// A track's playlist does not come.
    /// - Returns: the track to try in its place; nil: the one that plays goes on.
    mutating func playlistFailed(
        of track: HlsTrack, isFirst: Bool, _ failure: HlsFailure, at now: Duration
    ) throws(HlsError) -> HlsTrack? {
        chooser?.ban(track, at: now)
        guard isFirst || mustLeave else { return nil }
        guard let other = chooser?.replacement(for: track, at: now), isFirst || other != self.track else {
            throw .fetch(failure)
        }
        return other
    }

    /// The track in use is no good any more.
    /// - Returns: the track that takes its place.
    mutating func leave(for error: HlsError, at now: Duration) throws(HlsError) -> HlsTrack {
        chooser?.ban(track, at: now)
        guard let other = chooser?.replacement(for: track, at: now) else { throw error }
        mustLeave = true
        return other
    }

    /// The sound of the track in use can never be played here.
    /// - Returns: the track that takes its place.
    mutating func refuse(for error: HlsError, at now: Duration) throws(HlsError) -> HlsTrack {
        chooser?.refuse(track, error.text)
        guard let other = chooser?.replacement(for: track, at: now) else {
            if case .unsupported = error, let chooser { throw chooser.exhausted }
            throw error
        }
        mustLeave = true
        return other
    }

    /// A redundant variant (RFC 8216 §6.2.4) that may have what does not come here; nil where there is none. Where its
    /// playlist does not come either the one in use goes on.
    mutating func standIn(at now: Duration) -> HlsTrack? {
        guard let other = chooser?.standIn(for: track, at: now) else { return nil }
        chooser?.ban(track, at: now)
        return other
    }

    // MARK: Bit rate

    mutating func measured(_ sample: ThroughputMeter.Sample) { meter.add(sample) }

    /// The track of another bit rate that the next segment is taken from; nil: the one in use goes on.
    /// - Parameters:
    ///   - held: sound that was brought and is not heard yet.
    ///   - played: segments of the track in use that were played.
    func better(held: Duration, played: Int, in window: SegmentWindow, at now: Duration) -> HlsTrack? {
        guard let chooser, let rate = meter.rate else { return nil }
        let best = chooser.best(for: rate, current: track, at: now)
        guard best != track else { return nil }
        // Up never while the buffer is short.
        let mayChange =
            best.bandwidth > track.bandwidth
            ? held >= Self.enoughToRise(window) && played >= Self.calmSegments
            : !VariantChooser.carries(rate, track)
        return mayChange ? best : nil
    }

    /// Half of what lies between the listener and the live edge, where parts are played as they come; there is never more.
    private static func enoughToRise(_ window: SegmentWindow) -> Duration {
        window.offersParts ? window.partHoldBack.duration / 2 : window.target + LookAhead.tolerance
    }

    /// The smaller track that is taken in place of a segment that comes so slowly that the sound would run out; nil: it comes in
    /// time.
    /// - Parameter spare: sound in hand beyond what must be left.
    func smaller(for job: MediaJob, spare: Duration, at now: Duration) -> HlsTrack? {
        guard let chooser else { return nil }
        let progress = job.progress
        // Before the first bytes nothing is known but the way's length; it says nothing of how fast the rest comes.
        let hasBytes = progress.bytes > 0
        let answered = hasBytes ? progress.answered ?? progress.began : progress.began
        guard now - answered >= (hasBytes ? MediaJob.watchInterval : Self.silence) else { return nil }
        let elapsed = (now - answered).secondsValue
        let duration = job.segment.duration.seconds
        // Where the server does not say how long it is, the playlist may (EXT-X-BITRATE), at least roughly.
        let guess = Double(job.segment.bitRate.map { $0 * 1000 } ?? track.bandwidth) * duration / 8
        let total = progress.length.map { Double($0) } ?? guess
        let rate = max(Double(progress.bytes) * 8 / elapsed, 1)
        let rest = max(total - Double(progress.bytes), 0)
        let left = rest * 8 / rate
        // What it brings is heard while it comes: only where it comes slower than that less and less is held.
        let shortage = left - duration * rest / max(total, 1)
        guard Duration.seconds(shortage) > spare else { return nil }
        let lower = chooser.best(for: rate, current: track, at: now)
        guard lower.bandwidth < track.bandwidth, Double(lower.bandwidth) * duration / rate < left else { return nil }
        return lower
    }

    // MARK: The listener

    /// The listener wants another rendition.
    /// - Returns: the track that brings it; nil where there is none of that name, or it is played.
    mutating func select(rendition name: String, at now: Duration) -> HlsTrack? {
        guard chooser?.select(rendition: name) == true, let first = chooser?.first(at: now), first != track else {
            return nil
        }
        return first
    }
}
