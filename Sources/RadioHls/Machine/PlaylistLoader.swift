import RadioFormats

/// Loads media playlists: the first one, that of another ``HlsTrack``, and the same one again and again. The type does
/// no I/O and reads no clock.
///
/// The loader keeps the ``SegmentWindow`` that the playlists describe. Only one playlist is loaded at a time.
struct PlaylistLoader {
    /// What follows from the response to a playlist request, or from its failure.
    enum Outcome {
        case nothing
        /// The playlist must be requested once more.
        case again(HlsTrack, PlaylistLoad.Reason)
        /// The first playlist has arrived. `isContinued` says whether its positions continue those of the previous
        /// connection.
        case began(HlsTrack, isContinued: Bool)
        /// Another track's playlist has arrived. `from` is the old track's window. `next` is the number of the new
        /// playlist's segment that follows the sound fetched from the old track.
        case changed(HlsTrack, from: SegmentWindow?, next: Int64?)
        /// A reload has updated ``window``. `isRestarted` says whether the segments' numbers started again.
        case updated(isRestarted: Bool)
        case reloadFailed(HlsFailure)
        /// A track's playlist did not arrive. `isFirst` says whether no playlist has arrived before.
        case failed(HlsTrack, isFirst: Bool, HlsFailure)
    }

    /// The action that is due.
    enum Due {
        case nothing
        /// The playlist that is being loaded took too long and is given up.
        case timeOut(Outcome)
        case reload
        /// The playlist has not changed for too long. The text says for how long.
        case stale(String)
    }

    /// The longest wait for the response to a request that is not a blocking one.
    static let patience = Duration.seconds(8)

    private let settings: HlsSettings
    private(set) var window: SegmentWindow?
    /// The multivariant playlist's variables (EXT-X-DEFINE), which media playlists may import.
    private(set) var variables: [String: String] = [:]
    /// EXT-X-START of the multivariant playlist.
    private var commonStart: StartPoint?
    private var timer: ReloadTimer?
    private var load: PlaylistLoad?
    /// When the last playlist arrived.
    private var lastArrival = Duration.zero
    /// Whether the next reload must request the whole playlist, not a delta update.
    private var wantsWhole = false
    private var blocking = BlockingReloads()

    init(_ settings: HlsSettings) { self.settings = settings }

    /// Whether the first playlist, or one that replaces the current one, is being loaded. No media is requested until
    /// it arrives.
    var isReplacing: Bool { load.map { $0.reason != .reload } ?? false }

    /// Whether the playlist of another ``HlsTrack`` is being loaded.
    var isChanging: Bool { load?.reason == .change }

    // MARK: Asking

    /// Returns the request of a track's playlist. The result replaces any other playlist request.
    ///
    /// - Parameter spare: the duration of the fetched sound that may be used up during the wait.
    mutating func load(
        _ track: HlsTrack, _ reason: PlaylistLoad.Reason, spare: Duration, at now: Duration
    ) -> HlsFetch {
        var load = PlaylistLoad(track: track, reason: reason, began: now, deadline: now + Self.patience)
        var fetch = HlsFetch(.playlist, uri: track.uri, base: track.base)
        switch reason {
        case .first: break
        case .reload:
            if let window, let query = blocking.query(window) {
                fetch.query = query
                load.isBlocking = true
                load.deadline = now + BlockingReloads.patience(window)
            }
            if let delta = deltaQuery(at: now) { fetch.query += (fetch.query.isEmpty ? "" : "&") + delta }
        case .change:
            // The request uses the track's original address, even after redirects: RFC 8216 §6.3.4 defines no other
            // address.
            if let window, now - lastArrival <= window.target / 2, let query = blocking.query(for: track, in: window) {
                fetch.query = query
                load.isBlocking = true
                load.deadline = now + BlockingReloads.patience(window, spare: spare)
            }
        }
        self.load = load
        return fetch
    }

    /// Returns the query for a delta update (rfc8216bis §6.2.5.1); nil if none may be requested, for example because
    /// the last loaded playlist is too old to be updated (rfc8216bis §6.3.7).
    private func deltaQuery(at now: Duration) -> String? {
        guard !wantsWhole, let window, let until = window.playlist.serverControl?.canSkipUntil, let timer,
            now - timer.lastLoad < Duration.seconds(until.seconds / 2)
        else { return nil }
        return "_HLS_skip=YES"
    }

    /// Notes that the request for the playlist was made.
    mutating func sent(at now: Duration) { load?.sent(at: now) }

    // MARK: Answers

    /// Begins with a media playlist at the listener's address.
    mutating func opened(_ media: MediaPlaylist, _ url: String, at now: Duration) throws(HlsError) -> Outcome {
        lastArrival = now
        return try begin(
            media, url, PlaylistLoad(track: HlsTrack(uri: url), reason: .first, began: now, deadline: now))
    }

    /// Begins with a multivariant playlist at the listener's address.
    mutating func opened(_ multivariant: MultivariantPlaylist, at now: Duration) {
        lastArrival = now
        variables = multivariant.variables
        commonStart = multivariant.start
    }

    /// Handles the arrival of the requested playlist.
    ///
    /// - Parameter next: the number of the segment that is fetched next.
    mutating func arrived(
        _ playlist: HlsPlaylist, _ url: String, next: Int64?, at now: Duration
    ) throws(HlsError) -> Outcome {
        guard let load = load.take() else { return .nothing }
        guard case .media(let media) = playlist else {
            // A multivariant playlist must not lead to another, or to itself.
            return failed(load, HlsFailure(.unreadable, "\(url) lists variants instead of segments"))
        }
        lastArrival = now
        switch load.reason {
        case .first: return try begin(media, url, load)
        case .change:
            if load.isBlocking { blocking.reportKept() }
            return change(to: media, url, load, next: next)
        case .reload: return reloaded(media, url, load, next: next)
        }
    }

    private mutating func begin(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad
    ) throws(HlsError) -> Outcome {
        try Self.check(media, url)
        var window = window(media, url)
        let isContinued = settings.before.map { window.continues($0, of: load.track) } ?? false
        take(window, load)
        return .began(load.track, isContinued: isContinued)
    }

    /// Handles the playlist of another ``HlsTrack``, and finds the segment in it that follows the sound fetched from
    /// the old one.
    private mutating func change(
        to media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, next: Int64?
    ) -> Outcome {
        do throws(HlsError) { try Self.check(media, url) } catch {
            return failed(load, HlsFailure(.unreadable, error.text))
        }
        let old = window
        var new = window(media, url)
        var found: Int64?
        if let old, let next { found = new.align(with: old, next: next) }
        take(new, load)
        return .changed(load.track, from: old, next: found)
    }

    /// Handles a reloaded playlist, whole or as a delta update.
    private mutating func reloaded(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, next: Int64?
    ) -> Outcome {
        guard var window else { return .nothing }
        let whole: MediaPlaylist
        do throws(HlsPlaylistError) { whole = try window.playlist.merging(delta: media) } catch {
            guard !wantsWhole else {
                // The server has answered a request for the whole playlist with a delta update.
                let text = "\(url) is an update that does not match: \(error.sentence)"
                return failed(load, HlsFailure(.unreadable, text))
            }
            // The delta update cannot be merged, so the whole playlist is requested at once.
            wantsWhole = true
            return .again(load.track, .reload)
        }
        wantsWhole = false
        blocking.reloadCame(isBlocking: load.isBlocking)
        let update = window.update(whole, url: url, next: next)
        if update == .restarted { window.restart(whole, url: url) }
        self.window = window
        timer?.loaded(window, isChanged: update != .unchanged, began: load.began)
        return .updated(isRestarted: update == .restarted)
    }

    private func window(_ media: MediaPlaylist, _ url: String) -> SegmentWindow {
        SegmentWindow(media, url: url, isLowLatency: settings.isLowLatency, commonStart: commonStart)
    }

    private mutating func take(_ window: SegmentWindow, _ load: PlaylistLoad) {
        self.window = window
        blocking.begin()
        timer = ReloadTimer(window, began: load.began)
    }

    private static func check(_ media: MediaPlaylist, _ url: String) throws(HlsError) {
        if media.isIFramesOnly { throw .noSound("\(url) contains only pictures") }
        if media.segments.isEmpty, media.isEnded { throw .noSound("\(url) has no segments") }
        if media.isDelta { throw .badPlaylist("\(url) is an unexpected playlist update") }
    }

    /// Handles a requested playlist that does not arrive or cannot be used.
    mutating func failed(_ failure: HlsFailure) -> Outcome { load.take().map { failed($0, failure) } ?? .nothing }

    /// Decides what follows from a playlist that did not arrive.
    private mutating func failed(_ load: PlaylistLoad, _ failure: HlsFailure) -> Outcome {
        switch load.reason {
        case .reload:
            // The reloaded playlist may be available again before the sound runs out. If not, ``due(at:media:)``
            // reports it as stale.
            wantsWhole = true
            if load.isBlocking { blocking.reloadFailed() }
            timer?.failed(began: load.began)
            return .reloadFailed(failure)
        case .change where load.isBlocking:
            // The rendition report that the request was built from may be wrong although the playlist is in order, so
            // the playlist is requested again without a query.
            blocking.reportFailed()
            return .again(load.track, .change)
        case .first, .change: return .failed(load.track, isFirst: load.reason == .first, failure)
        }
    }

    // MARK: Time

    /// Notes that the first playlist of a new connection contains no new segment.
    ///
    /// An earlier connection loaded the same playlist, and no segment was added since. This load therefore counts as a
    /// load without a change (RFC 8216 §6.3.4).
    mutating func broughtNothing() {
        guard let timer else { return }
        self.timer?.failed(began: timer.lastLoad)
    }

    /// Postpones the next reload, because another track's playlist is tried first.
    mutating func postpone(at now: Duration) { timer?.failed(began: now) }

    /// Returns what the loader must do now.
    ///
    /// - Parameter media: the number of the segment that is being fetched; nil if there is none. A reload waits a
    ///   little for that segment, because both use one connection.
    mutating func due(at now: Duration, media: Int64?) -> Due {
        if let load {
            guard load.isSent, load.deadline <= now else { return .nothing }
            return .timeOut(failed(HlsFailure(.timedOut, "the playlist does not arrive")))
        }
        guard let window, let timer, !window.playlist.isEnded else { return .nothing }
        if timer.staleAt <= now {
            let time = Int(timer.target.secondsValue * ReloadTimer.staleAfter)
            return .stale("\(window.url) has not changed for \(time) s")
        }
        return reloadTime(timer, window, media: media) <= now ? .reload : .nothing
    }

    /// Returns when the loader must act even if nothing arrives; nil if nothing is scheduled.
    func deadline(media: Int64?) -> Duration? {
        if let load { return load.isSent ? load.deadline : nil }
        guard let window, let timer, !window.playlist.isEnded else { return nil }
        return reloadTime(timer, window, media: media)
    }

    private func reloadTime(_ timer: ReloadTimer, _ window: SegmentWindow, media: Int64?) -> Duration {
        if window.offersParts { return timer.dueOfParts(isHeldBack: blocking.isAllowed(window)) }
        guard let media else { return timer.due }
        // The reload is less urgent if the playlist already lists the segment after the one that is being fetched.
        return timer.due + (media + 1 < window.end ? timer.target : timer.target / 2)
    }

    /// Returns the time until which the next segment's request waits for a playlist reload, because both use one
    /// connection; nil if it need not wait.
    ///
    /// It does not wait for a blocking reload, whose response may take long.
    func reloadEnd(spare: Duration) -> Duration? {
        guard let load, load.reason == .reload, !load.isBlocking, let window else { return nil }
        return load.began + min(window.target / 2, spare)
    }
}
