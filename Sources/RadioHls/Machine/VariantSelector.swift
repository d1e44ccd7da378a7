import RadioFormats

/// Decides which ``HlsTrack`` is played: the first one, another bit rate or rendition, or the replacement of a track
/// that fails. The type does no I/O and reads no clock.
///
/// ``VariantChooser`` knows the candidates. If the listener's address leads to a media playlist, there is only one
/// track.
struct VariantSelector {
    /// The number of segments that must have been fetched from the current track before a higher bit rate is
    /// considered.
    private static let calmSegments = 2
    /// How long the first byte of a segment may take before the segment counts as slow.
    private static let silence = Duration.seconds(3)

    private let settings: HlsSettings
    private var chooser: VariantChooser?
    /// The track that is played.
    private(set) var track = HlsTrack(uri: "")
    /// The number of tracks that were played so far, which identifies the current track in ``SegmentPlan/track``.
    private(set) var trackNumber = 0
    /// Whether the current ``track`` can no longer be played. The one whose playlist is being loaded replaces it.
    private var mustLeave = false
    private var meter = ThroughputMeter()

    init(_ settings: HlsSettings) { self.settings = settings }

    var variants: [Variant] { chooser?.variants ?? [] }
    var renditions: [Rendition] { chooser?.renditions ?? [] }
    /// Whether the listener's address leads to a multivariant playlist.
    var isOpen: Bool { chooser != nil }
    /// Whether a track that arrives too slowly may be replaced with one of a lower bit rate.
    var adapts: Bool { settings.quality == .auto && chooser?.rungs.count ?? 0 > 1 }

    /// Takes the multivariant playlist.
    ///
    /// - Returns: the track to begin with.
    mutating func opened(
        _ playlist: MultivariantPlaylist, _ url: String, at now: Duration
    ) throws(HlsError) -> HlsTrack {
        let chooser = try VariantChooser(playlist, url: url, settings: settings)
        self.chooser = chooser
        guard let first = chooser.first(at: now) else { throw chooser.exhausted }
        return first
    }

    /// Makes a track, whose playlist has arrived, the current one.
    mutating func begin(_ track: HlsTrack) {
        self.track = track
        trackNumber += 1
        mustLeave = false
    }

    /// Continues with the current track, which may have a new address.
    mutating func goOn(with track: HlsTrack) { self.track = track }

    /// Takes the multivariant playlist again, because it may name new addresses.
    ///
    /// - Returns: the track to continue with, and whether it is the current track at a new address.
    mutating func reopened(
        _ playlist: MultivariantPlaylist, _ url: String, at now: Duration
    ) throws(HlsError) -> (track: HlsTrack, isSame: Bool) {
        let new = try VariantChooser(playlist, url: url, settings: settings, after: chooser)
        let same = new.counterpart(of: track)
        guard let next = same ?? new.first(at: now) else { throw new.exhausted }
        chooser = new
        return (next, same != nil)
    }

    // MARK: Failover

    /// Handles the failure to load a track's playlist.
    ///
    /// - Returns: the track to try next; nil if the current track continues.
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

    /// Leaves the current track, which can no longer be played.
    ///
    /// - Returns: the track that replaces it.
    mutating func leave(for error: HlsError, at now: Duration) throws(HlsError) -> HlsTrack {
        chooser?.ban(track, at: now)
        guard let other = chooser?.replacement(for: track, at: now) else { throw error }
        mustLeave = true
        return other
    }

    /// Leaves the current track for good, because Longwave can never play its sound.
    ///
    /// - Returns: the track that replaces it.
    mutating func refuse(for error: HlsError, at now: Duration) throws(HlsError) -> HlsTrack {
        chooser?.refuse(track, error.text)
        guard let other = chooser?.replacement(for: track, at: now) else {
            if case .unsupported = error, let chooser { throw chooser.exhausted }
            throw error
        }
        mustLeave = true
        return other
    }

    /// Returns a redundant variant (RFC 8216 §6.2.4) that may have the missing segment; nil if there is no such
    /// variant.
    ///
    /// If the variant's playlist does not arrive either, the current track continues.
    mutating func standIn(at now: Duration) -> HlsTrack? {
        guard let other = chooser?.standIn(for: track, at: now) else { return nil }
        chooser?.ban(track, at: now)
        return other
    }

    // MARK: Bit rate

    mutating func measured(_ sample: ThroughputMeter.Sample) { meter.add(sample) }

    /// Returns a track of another bit rate for the next segment; nil if the current track continues.
    /// - Parameters:
    ///   - held: the duration of the fetched sound that is not heard yet.
    ///   - played: the number of the current track's segments that were fetched completely.
    func better(held: Duration, played: Int, in window: SegmentWindow, at now: Duration) -> HlsTrack? {
        guard let chooser, let rate = meter.rate else { return nil }
        let best = chooser.best(for: rate, current: track, at: now)
        guard best != track else { return nil }
        // A higher bit rate is chosen only if enough fetched sound is left to hear.
        let mayChange =
            best.bandwidth > track.bandwidth
            ? held >= Self.enoughToRise(window) && played >= Self.calmSegments
            : !VariantChooser.carries(rate, track)
        return mayChange ? best : nil
    }

    /// Returns how much fetched sound is needed before the bit rate may rise.
    ///
    /// This is a little more than a segment. If parts are played, this is half of PART-HOLD-BACK, the distance to the live edge: there is never more fetched
    /// sound than that distance.
    private static func enoughToRise(_ window: SegmentWindow) -> Duration {
        window.offersParts
            ? window.partHoldBack.duration / 2
            : min(window.target, window.newestDuration ?? window.target) + LookAhead.tolerance
    }

    /// Returns a track of a lower bit rate if a segment arrives so slowly that the sound would run out; nil if the
    /// segment arrives in time.
    /// - Parameter spare: the duration of the fetched sound that may be used up during the wait.
    func smaller(for job: MediaJob, spare: Duration, at now: Duration) -> HlsTrack? {
        guard let chooser else { return nil }
        let progress = job.progress
        // Before the first bytes arrive, only the server's delay is known, which says nothing about the throughput.
        let hasBytes = progress.bytes > 0
        let answered = hasBytes ? progress.answered ?? progress.began : progress.began
        guard now - answered >= (hasBytes ? MediaJob.watchInterval : Self.silence) else { return nil }
        let elapsed = (now - answered).secondsValue
        let duration = job.segment.duration.seconds
        // If the server does not state the segment's length, it is estimated from EXT-X-BITRATE or the track's bit
        // rate.
        let guess = Double(job.segment.bitRate.map { $0 * 1000 } ?? track.bandwidth) * duration / 8
        let total = progress.length.map { Double($0) } ?? guess
        let rate = max(Double(progress.bytes) * 8 / elapsed, 1)
        let rest = max(total - Double(progress.bytes), 0)
        let left = rest * 8 / rate
        // The sound that arrives during the wait can be heard as well. The fetched sound shrinks only if the segment
        // arrives more slowly than it is heard.
        let shortage = left - duration * rest / max(total, 1)
        guard Duration.seconds(shortage) > spare else { return nil }
        let lower = chooser.best(for: rate, current: track, at: now)
        guard lower.bandwidth < track.bandwidth, Double(lower.bandwidth) * duration / rate < left else { return nil }
        return lower
    }

    // MARK: The listener

    /// Chooses the rendition that the listener wants.
    ///
    /// - Returns: the rendition's track; nil if no rendition has that name, or if the track already plays.
    mutating func select(rendition name: String, at now: Duration) -> HlsTrack? {
        guard chooser?.select(rendition: name) == true, let first = chooser?.first(at: now), first != track else {
            return nil
        }
        return first
    }
}
