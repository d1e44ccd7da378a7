import RadioFormats

/// Loads media playlists: the first one, another track's, and the same one again and again. It keeps the window of
/// segments that they describe. Pure.
///
/// One playlist is on its way at a time.
struct PlaylistLoader {
    /// What follows from an answer, or from none.
    enum Outcome {
        case nothing
        /// The playlist is to be asked for once more.
        case again(HlsTrack, PlaylistLoad.Reason)
        /// The first playlist is there. `isContinued`: the positions of the connection before go on in it.
        case began(HlsTrack, isContinued: Bool)
        /// Another track's playlist is there. `next` is the segment in it that follows what was played of the old one.
        case changed(HlsTrack, from: SegmentWindow?, next: Int64?)
        /// The window has moved on. `isRestarted`: its numbers began anew.
        case updated(isRestarted: Bool)
        case reloadFailed(HlsFailure)
        /// A track's playlist did not come; `isFirst`: there is none yet.
        case failed(HlsTrack, isFirst: Bool, HlsFailure)
    }

    /// What it is time for.
    enum Due {
        case nothing
        /// The playlist under way is given up.
        case timeOut(Outcome)
        case reload
        /// The playlist has not changed for too long, in words.
        case stale(String)
    }

    /// The longest wait for an answer that the server does not hold back.
    static let patience = Duration.seconds(8)

    private let settings: HlsSettings
    private(set) var window: SegmentWindow?
    /// The multivariant playlist's variables, for media playlists that import them.
    private(set) var variables: [String: String] = [:]
    /// EXT-X-START of the multivariant playlist.
    private var commonStart: StartPoint?
    private var timer: ReloadTimer?
    private var load: PlaylistLoad?
    /// When a playlist came last.
    private var lastArrival = Duration.zero
    /// The next reload must not be a delta update.
    private var wantsWhole = false
    private var blocking = BlockingReloads()

    init(_ settings: HlsSettings) { self.settings = settings }

    /// Media waits for the playlist that is being loaded.
    var isReplacing: Bool { load.map { $0.reason != .reload } ?? false }

    /// Another track's playlist is being loaded.
    var isChanging: Bool { load?.reason == .change }

    // MARK: Asking

    /// Asks for a playlist, in place of the one that is being loaded.
    /// - Parameter spare: sound in hand beyond what must be left.
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
            // After redirects the playlist is where it was found (RFC 8216 §6.3.4 says no other).
            if let window, now - lastArrival <= window.target / 2, let query = blocking.query(for: track, in: window) {
                fetch.query = query
                load.isBlocking = true
                load.deadline = now + BlockingReloads.patience(window, spare: spare)
            }
        }
        self.load = load
        return fetch
    }

    /// Asks for an update only (rfc8216bis §6.2.5.1), if what is held is fresh enough to be updated (§6.3.7).
    private func deltaQuery(at now: Duration) -> String? {
        guard !wantsWhole, let window, let until = window.playlist.serverControl?.canSkipUntil, let timer,
            now - timer.lastLoad < Duration.seconds(until.seconds / 2)
        else { return nil }
        return "_HLS_skip=YES"
    }

    /// The request was made.
    mutating func sent(at now: Duration) { load?.sent(at: now) }

    // MARK: Answers

    /// The listener's address leads to a media playlist.
    mutating func opened(_ media: MediaPlaylist, _ url: String, at now: Duration) throws(HlsError) -> Outcome {
        lastArrival = now
        return try begin(
            media, url, PlaylistLoad(track: HlsTrack(uri: url), reason: .first, began: now, deadline: now))
    }

    /// The listener's address leads to a multivariant playlist.
    mutating func opened(_ multivariant: MultivariantPlaylist, at now: Duration) {
        lastArrival = now
        variables = multivariant.variables
        commonStart = multivariant.start
    }

    /// The playlist that was asked for is there.
    /// - Parameter next: the segment that is played next.
    mutating func arrived(
        _ playlist: HlsPlaylist, _ url: String, next: Int64?, at now: Duration
    ) throws(HlsError) -> Outcome {
        guard let load = load.take() else { return .nothing }
        guard case .media(let media) = playlist else {
            // One multivariant playlist does not lead to another, nor to itself.
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

    private mutating func reloaded(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, next: Int64?
    ) -> Outcome {
        guard var window else { return .nothing }
        let whole: MediaPlaylist
        do throws(HlsPlaylistError) { whole = try window.playlist.merging(delta: media) } catch {
            guard !wantsWhole else {
                // The whole one was asked for.
                let text = "\(url) is an update that does not match: \(error.sentence)"
                return failed(load, HlsFailure(.unreadable, text))
            }
            // The whole one, at once.
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

    /// The playlist that was asked for does not come, or is of no use.
    mutating func failed(_ failure: HlsFailure) -> Outcome { load.take().map { failed($0, failure) } ?? .nothing }

    private mutating func failed(_ load: PlaylistLoad, _ failure: HlsFailure) -> Outcome {
        switch load.reason {
        case .reload:
            // It may be back before the sound runs out; ``due(at:media:)`` knows when it is not.
            wantsWhole = true
            if load.isBlocking { blocking.reloadFailed() }
            timer?.failed(began: load.began)
            return .reloadFailed(failure)
        case .change where load.isBlocking:
            // Its report may be wrong; the playlist itself need not be.
            blocking.reportFailed()
            return .again(load.track, .change)
        case .first, .change: return .failed(load.track, isFirst: load.reason == .first, failure)
        }
    }

    // MARK: Time

    /// The first playlist holds nothing that was not received before: another connection loaded it, and nothing was added
    /// since (RFC 8216 §6.3.4).
    mutating func broughtNothing() {
        guard let timer else { return }
        self.timer?.failed(began: timer.lastLoad)
    }

    /// The track is about to be left: the next reload of it is not due before another playlist was looked at.
    mutating func postpone(at now: Duration) { timer?.failed(began: now) }

    /// What it is time for.
    /// - Parameter media: the segment on its way, for which a reload waits a little: they share one connection.
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

    /// When there is something to do if nothing comes; nil while nothing waits for time.
    func deadline(media: Int64?) -> Duration? {
        if let load { return load.isSent ? load.deadline : nil }
        guard let window, let timer, !window.playlist.isEnded else { return nil }
        return reloadTime(timer, window, media: media)
    }

    private func reloadTime(_ timer: ReloadTimer, _ window: SegmentWindow, media: Int64?) -> Duration {
        if window.offersParts { return timer.dueOfParts(isHeldBack: blocking.isAllowed(window)) }
        guard let media else { return timer.due }
        // Longer where it is known what follows that segment.
        return timer.due + (media + 1 < window.end ? timer.target : timer.target / 2)
    }

    /// Until when media waits for a reload on the shared connection; nil: it need not. A reload that the server holds back
    /// until there is news is not waited for.
    func reloadEnd(spare: Duration) -> Duration? {
        guard let load, load.reason == .reload, !load.isBlocking, let window else { return nil }
        return load.began + min(window.target / 2, spare)
    }
}
