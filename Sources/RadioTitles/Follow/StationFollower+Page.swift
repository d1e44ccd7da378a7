import RadioFormats
import RadioLoop
import RadioText

/// The server's page instead of the sound, or beside it.
extension StationFollower {
    /// Its titles are read on the page at present.
    var isOnPage: Bool { state == .following && (page.isSource || surroundings.source == .status) }

    // MARK: Only the page

    /// `FollowedSource/status`: the server's follower finds the page, and asks again by itself.
    func beginPage() {
        state = .connecting
        for url in station.station.urls where page.subscription == nil {
            page.subscription = surroundings.servers?.follow(url) { [weak self] in self?.told($0) }
        }
        guard page.subscription == nil else { return }
        state = .waiting
        change = .went("no address with a status page")
        report(self, [])
    }

    // MARK: From the sound to the page

    /// A title came between the sound: true where that is what is followed.
    func soundShowed(_ track: TrackInfo, at now: LogMoment) -> Bool {
        guard surroundings.source == .auto else { return true }
        page.soundTrack = track
        if page.isSource {
            page.check?.sound(shows: track, at: now.monotonic)
            page.subscription?.wantsNews()
            return false
        }
        if page.check == nil { lookAtPage(at: now.monotonic) }
        page.check?.sound(shows: track, at: now.monotonic)
        return true
    }

    /// It was left alone for long enough.
    func avoidanceIsOver(at now: MonotonicInstant) {
        guard let until = page.avoidUntil, until <= now else { return }
        page.avoidUntil = nil
        guard isSoundOpen, let track = page.soundTrack else { return }
        lookAtPage(at: now)
        page.check?.sound(shows: track, at: now)
    }

    private func lookAtPage(at now: MonotonicInstant) {
        guard page.avoidUntil == nil else { return }
        guard let url = streamURL else { return }
        page.check = PageCheck(tolerance: surroundings.pace.tolerance)
        page.subscription = surroundings.servers?.follow(url) { [weak self] in self?.told($0) }
    }

    // MARK: What the page says

    private func told(_ news: PageNews) {
        guard page.subscription != nil else { return }
        switch news {
        case .shows(let mount, let asked): shows(mount, asked: asked)
        case .gone(let since):
            let isUsed = page.isSource || surroundings.source == .status
            guard isUsed || page.isMissing() else { return page.subscription!.wantsNews() }
            pageFails("not on the status page", at: since, avoid: surroundings.pace.shortAvoidance)
        case .away(let since, let reason):
            pageFails(reason, at: since, avoid: surroundings.pace.shortAvoidance)
        case .none(let reason): pageFails(reason, at: nil, avoid: surroundings.pace.avoidance)
        }
    }

    private func shows(_ mount: MountStatus, asked: MonotonicInstant) {
        let now = surroundings.moment()
        page.lastSeen = now.monotonic
        page.isThere()
        let isNew = page.shown?.raw != mount.raw || page.shown == nil
        let track = isNew ? read(mount) : page.shown!.track
        page.shown = (mount.raw, track)
        let isOnly = surroundings.source == .status
        if isOnly || page.isSource, isNew || state != .following { show(track, at: now) }
        guard !isOnly, page.check != nil else { return }
        page.check?.page(shows: track, asked: asked)
        judge(at: now)
    }

    private func read(_ mount: MountStatus) -> TrackInfo {
        let names = StationNames(
            [station.station.name, mount.serverName], slogans: [mount.description])
        let track = mount.track(charset: station.station.charset, names: names, evidence: &evidence)
        return surroundings.rules.apply(to: track, station: station.names).track
    }

    private func show(_ track: TrackInfo, at now: LogMoment) {
        seen(at: now)
        showTrack(track, from: .statusPage, at: now)
    }

    private func judge(at now: LogMoment) {
        switch page.check?.verdict {
        case nil: return
        case .undecided?: page.subscription?.wantsNews()
        case .agrees?: believe(at: now)
        case .isStale?: doubt(at: now)
        }
    }

    /// The page says what the sound does: the sound is left.
    private func believe(at now: LogMoment) {
        page.isSource = true
        endCheck(at: now.monotonic)
    }

    /// The page shows something else than the sound: back to the sound, which goes on where it is open.
    private func doubt(at now: LogMoment) {
        let track = page.isSource ? page.soundTrack : nil
        leavePage(for: surroundings.pace.avoidance, at: now.monotonic)
        if let track { showTrack(track, from: .inBand, at: now) }
        rearm()
    }

    private func pageFails(_ reason: String, at since: MonotonicInstant?, avoid: Duration) {
        let now = surroundings.moment()
        // The page is told of when something on it changes, and seen more often than that.
        let last = since ?? page.lastSeen
        if surroundings.source == .status {
            guard state != .waiting else { return }
            let wasThere = state == .following
            state = .waiting
            page.shown = nil
            change = .went(reason)
            if wasThere { lose(reason, at: last.map { now.earlier(at: $0) } ?? now) }
            hasNews = true
            rearm()
            return report(self, [])
        }
        let (wasSource, soundTrack) = (page.isSource, page.soundTrack)
        leavePage(for: avoid, at: now.monotonic)
        guard wasSource else { return rearm() }
        guard !isSoundOpen else {
            // Opened to be compared with, it goes on as what is followed; what it showed it does not show again.
            if let last { wasSeen(at: last) }
            if let soundTrack { showTrack(soundTrack, from: .inBand, at: now) }
            return rearm()
        }
        // The sound tells whether the station is there.
        lose(reason, at: last.map { now.earlier(at: $0) } ?? now)
        change = .went(reason)
        hasNews = true
        turnToSound()
    }

    private func leavePage(for time: Duration, at now: MonotonicInstant) {
        page.subscription?.endsCheck()
        page.subscription?.cancel()
        page = page.left(at: now, for: time, atMost: surroundings.pace.avoidance)
    }

    /// No more, for good.
    func stopPage() {
        page.subscription?.endsCheck()
        page.subscription?.cancel()
        page = PageUse()
    }

    // MARK: Comparing again

    /// Whether the sound shall be opened beside the page: ``begin()`` does it when its turn comes.
    var wantsSoundForCheck: Bool { page.isSource && page.check != nil && !isSoundOpen }

    func checkTimeIsUp(at now: MonotonicInstant) {
        guard let due = page.checkAt, due <= now else { return }
        if page.check != nil { return endCheck(at: now) }
        guard page.subscription?.beginsCheck() == true else {
            // Another station of the server has its turn.
            page.checkAt = now.advanced(by: .seconds(5 + 25 * surroundings.chance()))
            return
        }
        page.check = PageCheck(tolerance: surroundings.pace.tolerance)
        page.soundTrack = nil
        page.checkAt = now.advanced(by: PageUse.checkPatience)
        wantsTurn = true
    }

    /// The sound ended while it was only compared with: no verdict.
    func soundEndedDuringCheck() -> Bool {
        guard page.isSource else { return false }
        endCheck(at: surroundings.moment().monotonic)
        return true
    }

    private func endCheck(at now: MonotonicInstant) {
        page.subscription?.endsCheck()
        page.check = nil
        if page.isSource {
            closeSound()
            page.checkAt = now.advanced(
                by: PagePace.jittered(surroundings.pace.checkEvery, surroundings.chance()))
        }
        rearm()
    }
}
