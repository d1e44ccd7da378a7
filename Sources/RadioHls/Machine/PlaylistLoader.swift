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
        /// A reload has updated ``window``. The track may have a new address.
        case updated(HlsTrack, SegmentWindow.Update)
        case reloadFailed(HlsFailure)
        /// The address of the first playlist was asked for new addresses, and has returned a multivariant playlist.
        case reopened(MultivariantPlaylist, String)
        /// The address of the first playlist has returned no new addresses.
        case refreshFailed(HlsFailure)
        /// A track's playlist did not arrive. `isFirst` says whether no playlist has arrived before.
        case failed(HlsTrack, isFirst: Bool, HlsFailure)
    }

    /// The action that is due.
    enum Due {
        case nothing
        /// The playlist that is being loaded took too long and is given up.
        case timeOut(Outcome)
        case reload
        /// The first playlist, which had no segment yet, is requested again.
        case first(HlsTrack)
        /// The playlist has not changed for too long. The text says for how long.
        case stale(String)
    }

    /// The wait for the first segment of a live playlist, which is empty until its server has one.
    private struct Wait {
        var track: HlsTrack
        /// When the playlist is requested again.
        var due: Duration
        /// When the playlist is given up.
        var end: Duration
        /// The number of empty playlists so far.
        var count = 0
    }

    /// The longest wait for the response to a request that is not a blocking one.
    static let patience = Duration.seconds(8)

    /// How long before the known sound ends a reload is due, besides the time that the reload and the new segment's first
    /// bytes take. Further reloads follow every half second, so the last one leaves a quarter of a second.
    private static let lead = Duration.milliseconds(1250)

    private let settings: HlsSettings
    private(set) var window: SegmentWindow?
    /// The multivariant playlist's variables (EXT-X-DEFINE), which media playlists may import.
    private(set) var variables: [String: String] = [:]
    /// EXT-X-START of the multivariant playlist.
    private var commonStart: StartPoint?
    /// Whether the first playlist is a multivariant one.
    private var isMultivariant = false
    private var timer: ReloadTimer?
    private var load: PlaylistLoad?
    /// The wait for the first playlist's first segment; nil if there is a segment.
    private var wait: Wait?
    /// The address of the first playlist, before redirects.
    private var address = ""
    /// When ``address`` was last asked for new addresses; nil if never.
    private var refreshed: Duration?
    /// When the last playlist arrived.
    private var lastArrival = Duration.zero
    /// Whether the next reload must request the whole playlist, not a delta update.
    private var wantsWhole = false
    private var blocking = BlockingReloads()

    init(_ settings: HlsSettings) { self.settings = settings }

    /// Whether no playlist has arrived yet.
    var isNew: Bool { window == nil && wait == nil }

    /// Whether the first playlist, or that of another ``HlsTrack``, is being loaded.
    var isReplacing: Bool { isChanging || load?.reason == .first }

    /// Whether the playlist of another ``HlsTrack`` is being loaded.
    var isChanging: Bool { load?.reason == .change }

    /// Whether requests for media wait for the playlist that is being loaded.
    var holdsMedia: Bool { load.map { $0.reason != .reload } ?? false }

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
        case .refresh:
            if track.base.isEmpty { refreshed = now }
            load.deadline = now + min(max(spare, LookAhead.reserve), Self.patience)
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

    /// Returns the load that asks the first playlist's address for new addresses, because a server has refused one; nil
    /// if that address was asked a moment ago, or is itself the refused one.
    ///
    /// - Parameter playlist: the refused playlist; nil if a segment was refused.
    func refresh(after playlist: HlsTrack?, at now: Duration) -> HlsTrack? {
        guard let timer, !holdsMedia, refreshed.map({ $0 + timer.segment / 2 <= now }) ?? true else { return nil }
        if let playlist, URLReference.resolve(playlist.uri, base: playlist.base) == address { return nil }
        return HlsTrack(uri: address)
    }

    /// Notes that the request for the playlist was made.
    mutating func sent(at now: Duration) { load?.sent(at: now) }

    // MARK: Answers

    /// Begins with a media playlist at the listener's address.
    mutating func opened(_ media: MediaPlaylist, _ url: String, at now: Duration) throws(HlsError) -> Outcome {
        lastArrival = now
        address = settings.address ?? url
        return try begin(
            media, url, PlaylistLoad(track: HlsTrack(uri: url), reason: .first, began: now, deadline: now), at: now)
    }

    /// Begins with a multivariant playlist at the listener's address.
    mutating func opened(_ multivariant: MultivariantPlaylist, _ url: String, at now: Duration) {
        lastArrival = now
        if address.isEmpty { address = settings.address ?? url }
        isMultivariant = true
        variables = multivariant.variables
        commonStart = multivariant.start
    }

    /// Handles the arrival of the requested playlist.
    ///
    /// - Parameters:
    ///   - next: the number of the segment that is fetched next.
    ///   - known: the number of the newest segment whose sound was requested.
    mutating func arrived(
        _ playlist: HlsPlaylist, _ url: String, next: Int64?, known: Int64? = nil, at now: Duration
    ) throws(HlsError) -> Outcome {
        guard var load = load.take() else { return .nothing }
        let media: MediaPlaylist
        switch playlist {
        case .media(let playlist):
            media = playlist
            if load.reason == .refresh, load.track.base.isEmpty, isMultivariant {
                return failed(load, HlsFailure(.other, "\(url) no longer lists variants"))
            }
        case .multivariant(let playlist):
            if load.reason == .refresh, load.track.base.isEmpty { return .reopened(playlist, url) }
            // A multivariant playlist must not lead to another, or to itself.
            return failed(load, HlsFailure(.unreadable, "\(url) lists variants instead of segments"))
        }
        lastArrival = now
        switch load.reason {
        case .first: return try begin(media, url, load, at: now)
        case .refresh:
            if load.track.base.isEmpty { load.track.uri = url }
            return reloaded(media, url, load, next: next, known: known)
        case .change:
            if load.isBlocking { blocking.reportKept() }
            return change(to: media, url, load, next: next)
        case .reload: return reloaded(media, url, load, next: next, known: known)
        }
    }

    private mutating func begin(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, at now: Duration
    ) throws(HlsError) -> Outcome {
        if media.isWaiting { return wait(for: media, url, load, at: now) }
        wait = nil
        let media = try Self.checked(media, url)
        var window = window(media, url)
        let isContinued = settings.before.map { window.continues($0, of: load.track) } ?? false
        take(window, load)
        return .began(load.track, isContinued: isContinued)
    }

    /// Waits for the first segment of a live playlist. The first wait is ``ReloadTimer/shortest``, and each further one
    /// is twice as long, up to half the target duration.
    private mutating func wait(
        for media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, at now: Duration
    ) -> Outcome {
        let target = max(media.targetDuration.duration, ReloadTimer.shortest)
        var wait = Wait(track: load.track, due: now, end: now + target * ReloadTimer.staleAfter)
        if let earlier = self.wait, earlier.track == load.track { wait = earlier }
        guard now < wait.end else {
            self.wait = nil
            return .failed(load.track, isFirst: true, HlsFailure(.timedOut, "\(url) lists no segments yet"))
        }
        wait.due = load.began + min(ReloadTimer.shortest * (1 << min(wait.count, 20)), target / 2)
        wait.count += 1
        self.wait = wait
        return .nothing
    }

    /// Handles the playlist of another ``HlsTrack``, and finds the segment in it that follows the sound fetched from
    /// the old one.
    private mutating func change(
        to media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, next: Int64?
    ) -> Outcome {
        let checked: MediaPlaylist
        do throws(HlsError) {
            if media.isWaiting { throw .noSound("\(url) lists no segments yet") }
            checked = try Self.checked(media, url)
        } catch { return failed(load, HlsFailure(.unreadable, error.text)) }
        let old = window
        var new = window(checked, url)
        var found: Int64?
        if let old, let next { found = new.align(with: old, next: next) }
        take(new, load)
        return .changed(load.track, from: old, next: found)
    }

    /// Handles a reloaded playlist, whole or as a delta update.
    private mutating func reloaded(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, next: Int64?, known: Int64?
    ) -> Outcome {
        guard var window else { return .nothing }
        var whole: MediaPlaylist
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
        whole.placeRanges(after: window.playlist)
        if whole.isUnplaced { return failed(load, HlsFailure(.unreadable, Self.unplaced(url))) }
        wantsWhole = false
        blocking.reloadCame(isBlocking: load.isBlocking)
        let update = window.update(whole, url: url, next: next, known: known)
        if update.isRestarted { window.restart(whole, url: url) }
        self.window = window
        timer?.loaded(window, isChanged: update.isChanged, began: load.began)
        return .updated(load.track, update)
    }

    private func window(_ media: MediaPlaylist, _ url: String) -> SegmentWindow {
        SegmentWindow(media, url: url, isLowLatency: settings.isLowLatency, commonStart: commonStart)
    }

    private mutating func take(_ window: SegmentWindow, _ load: PlaylistLoad) {
        self.window = window
        blocking.begin()
        timer = ReloadTimer(window, began: load.began)
    }

    /// Returns a track's first playlist, after the places of its byte ranges are known.
    private static func checked(_ media: MediaPlaylist, _ url: String) throws(HlsError) -> MediaPlaylist {
        if media.isIFramesOnly { throw .noSound("\(url) contains only pictures") }
        if media.segments.isEmpty, media.isEnded { throw .noSound("\(url) has no segments") }
        if media.isDelta { throw .badPlaylist("\(url) is an unexpected playlist update") }
        var media = media
        media.placeRanges(after: nil)
        if media.isUnplaced { throw .badPlaylist(unplaced(url)) }
        return media
    }

    private static func unplaced(_ url: String) -> String {
        "\(url) does not say where its byte ranges begin (EXT-X-BYTERANGE without offset)"
    }

    /// Handles a requested playlist that does not arrive or cannot be used.
    mutating func failed(_ failure: HlsFailure) -> Outcome { load.take().map { failed($0, failure) } ?? .nothing }

    /// Decides what follows from a playlist that did not arrive.
    private mutating func failed(_ load: PlaylistLoad, _ failure: HlsFailure) -> Outcome {
        switch load.reason {
        case .refresh:
            wantsWhole = true
            timer?.failed(began: load.began)
            return .refreshFailed(failure)
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
    /// - Parameters:
    ///   - media: the number of the segment that is being fetched; nil if there is none. A reload waits a little for
    ///     that segment, because both use one connection.
    ///   - soundEnd: when all sound that was fetched or is listed will have been heard. A reload is due earlier if no
    ///     other sound would be known by then.
    mutating func due(at now: Duration, media: Int64?, soundEnd: Duration) -> Due {
        if let load {
            guard load.isSent, load.deadline <= now else { return .nothing }
            return .timeOut(failed(HlsFailure(.timedOut, "the playlist does not arrive")))
        }
        if let wait { return wait.due <= now ? .first(wait.track) : .nothing }
        guard let window, let timer, !window.playlist.isEnded else { return .nothing }
        if timer.staleAt <= now {
            let time = Int(timer.target.secondsValue * ReloadTimer.staleAfter)
            return .stale("\(window.url) has not changed for \(time) s")
        }
        return reloadTime(timer, window, media: media, soundEnd: soundEnd) <= now ? .reload : .nothing
    }

    /// Returns when the loader must act even if nothing arrives; nil if nothing is scheduled.
    func deadline(media: Int64?, soundEnd: Duration) -> Duration? {
        if let load { return load.isSent ? load.deadline : nil }
        if let wait { return wait.due }
        guard let window, let timer, !window.playlist.isEnded else { return nil }
        return min(reloadTime(timer, window, media: media, soundEnd: soundEnd), timer.staleAt)
    }

    private func reloadTime(
        _ timer: ReloadTimer, _ window: SegmentWindow, media: Int64?, soundEnd: Duration
    ) -> Duration {
        if window.offersParts { return timer.dueOfParts(isHeldBack: blocking.isAllowed(window)) }
        var due = timer.due
        // The reload is less urgent if the playlist already lists the segment after the one that is being fetched.
        if let media { due += media + 1 < window.end ? timer.segment : timer.segment / 2 }
        // The playlist and the first bytes of its new segment each take about as long as the last playlist took.
        let lead = Self.lead + max(lastArrival - timer.lastLoad, .zero) * 2
        if let dueWhenDry = timer.dueWhenDry { due = min(due, max(dueWhenDry, soundEnd - lead)) }
        return due
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
