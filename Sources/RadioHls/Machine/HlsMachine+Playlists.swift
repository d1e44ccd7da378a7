import RadioFormats

/// What comes of playlists.
extension HlsMachine {
    mutating func arrived(
        _ id: Int, _ playlist: HlsPlaylist, _ url: String, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        if id == 0 {
            guard window == nil, chooser == nil else { return }
            lastArrival = now
            pace.count(at: now)
            return try opened(playlist, url, at: now, &actions)
        }
        guard let load, load.id == id else { return }
        guard case .media(let media) = playlist else {
            // One multivariant playlist does not lead to another, nor to itself.
            return try loadFailed(
                HlsFailure(.unreadable, "\(url) lists variants where segments should be"), at: now, &actions)
        }
        self.load = nil
        lastArrival = now
        switch load.reason {
        case .first: try begin(media, url, load, &actions)
        case .change:
            if load.isBlocking { failedReports = 0 }
            try change(to: media, url, load, at: now, &actions)
        case .reload: try reloaded(media, url, load, at: now, &actions)
        }
    }

    /// The playlist that the listener's address leads to.
    private mutating func opened(
        _ playlist: HlsPlaylist, _ url: String, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        switch playlist {
        case .media(let media):
            track = HlsTrack(uri: url)
            let load = PlaylistLoad(id: 0, track: track, reason: .first, began: now, deadline: now)
            try begin(media, url, load, &actions)
        case .multivariant(let multivariant):
            let chooser = try VariantChooser(multivariant, url: url, settings: settings)
            self.chooser = chooser
            variables = multivariant.variables
            commonStart = multivariant.start
            guard let first = chooser.first(at: now) else { throw chooser.exhausted }
            fetchPlaylist(of: first, reason: .first, at: now, &actions)
        }
    }

    mutating func fetchPlaylist(
        of track: HlsTrack, reason: PlaylistLoad.Reason, at now: Duration, _ actions: inout [HlsAction]
    ) {
        // One at a time: a reload is of no use any more.
        if let load = self.load { cancel(load.id, &actions) }
        let id = makeID()
        var load = PlaylistLoad(
            id: id, track: track, reason: reason, began: now, deadline: now + Self.playlistPatience)
        var fetch = HlsFetch(id: id, purpose: .playlist, uri: track.uri, base: track.base)
        if reason != .first, let window {
            // After redirects the playlist is where it was found (RFC 8216 §6.3.4 says no other).
            if let block = reason == .reload ? blockingQuery(window) : reportQuery(for: track, in: window, at: now) {
                fetch.query = block
                load.isBlocking = true
                load.deadline = now + (reason == .reload ? blockingPatience(window) : reportPatience(window))
            }
            if reason == .reload, let delta = deltaQuery(window, at: now) {
                fetch.query += (fetch.query.isEmpty ? "" : "&") + delta
            }
        }
        self.load = load
        send(fetch, at: now, &actions)
    }

    // MARK: The first one of a track

    private mutating func begin(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        try check(media, url)
        track = load.track
        var window = SegmentWindow(media, url: url)
        let isContinued = settings.before.map { window.continues($0, of: track) } ?? false
        take(window, load)
        place(in: window)
        if isContinued, let received = settings.received, !media.isEnded {
            begin(after: received, in: window)
            // Another connection loaded it before, and nothing was added since (RFC 8216 §6.3.4).
            if let next, next >= window.end { reload?.failed(began: load.began) }
        }
        tellPresentation(&actions)
    }

    /// Takes a new window in.
    private mutating func take(_ window: SegmentWindow, _ load: PlaylistLoad) {
        self.window = window
        trackNumber += 1
        segmentsOfTrack = 0
        missing = 0
        repeats = nil
        failedBlocks = 0
        isNextReloadPlain = false
        failedHints = 0
        reload = ReloadTimer(target: window.target, began: load.began)
    }

    /// Chooses where to begin (RFC 8216 §6.3.3).
    mutating func place(in window: SegmentWindow) {
        nextPart = 0
        if let time = resumeAt ?? (window.playlist.isEnded && !hasMedia ? settings.startTime : nil) {
            resumeAt = nil
            return place(at: time, in: window)
        }
        if let start = lowLatencyStart(window) { return go(to: start) }
        let start = LiveEdge.start(in: window.playlist, start: window.playlist.start ?? commonStart)
        next = window.first + Int64(start?.index ?? 0)
        skip = start?.skip
    }

    private mutating func place(at time: MediaTime, in window: SegmentWindow) {
        if let place = partPlace(at: max(time, window.range.start), in: window) { return go(to: place) }
        let clamped = min(max(time, window.range.start), window.range.end)
        let sequence = clamped >= window.range.end ? window.end : window.sequence(at: clamped) ?? window.first
        next = sequence
        nextPart = 0
        let offset = clamped - window.position(of: sequence)
        skip = offset > .zero ? offset : nil
    }

    /// What was received before is not brought again.
    private mutating func begin(after received: MediaTime, in window: SegmentWindow) {
        guard let sequence = next,
            position(of: sequence, part: nextPart, in: window) + (skip ?? .zero) < received
        else { return }
        place(at: received, in: window)
        // The clocks of two connections may differ by a packet or two.
        if let left = skip, left < Self.rounding { skip = nil }
        guard nextPart == 0, let segment = self.next.flatMap(window.segment), let left = skip else { return }
        if segment.span - left < Self.rounding {
            next = segment.sequence + 1
            skip = nil
        }
    }

    private func check(_ media: MediaPlaylist, _ url: String) throws(HlsError) {
        if media.isIFramesOnly { throw .noSound("\(url) has pictures only") }
        if media.segments.isEmpty, media.isEnded { throw .noSound("\(url) has no segments") }
        if media.isDelta { throw .badPlaylist("\(url) is an update of a playlist that was not asked for") }
    }

    // MARK: Another track's

    private mutating func change(
        to media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        do throws(HlsError) { try check(media, url) } catch {
            return try loadFailed(HlsFailure(.unreadable, error.text), of: load, at: now, &actions)
        }
        track = load.track
        mustLeave = false
        var new = SegmentWindow(media, url: url)
        if let old = window, let next {
            let reached = position(of: next, part: nextPart, in: old)
            let found = new.align(with: old, next: next)
            self.next = found
            nextPart = overlappingPart(at: reached, of: found, in: new)
            take(new, load)
            if let time = resumeAt {
                resumeAt = nil
                place(at: time, in: new)
            }
        } else {
            take(new, load)
            place(in: new)
        }
        tellPresentation(&actions)
    }

    // MARK: Again

    private mutating func reloaded(
        _ media: MediaPlaylist, _ url: String, _ load: PlaylistLoad, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        guard var window else { return }
        let whole: MediaPlaylist
        do throws(HlsPlaylistError) { whole = try window.playlist.merging(delta: media) } catch {
            guard !wantsWhole else {
                // It was asked for.
                let text = "\(url) is an update that does not fit: \(error.sentence)"
                return try loadFailed(HlsFailure(.unreadable, text), of: load, at: now, &actions)
            }
            // The whole one, at once.
            wantsWhole = true
            return fetchPlaylist(of: track, reason: .reload, at: now, &actions)
        }
        wantsWhole = false
        isNextReloadPlain = false
        if load.isBlocking { failedBlocks = 0 }
        let update = window.update(whole, url: url, next: next)
        if update == .restarted { window.restart(whole, url: url) }
        self.window = window
        if update == .restarted {
            isBroken = true
            cancelJob(&actions)
            place(in: window)
        }
        lookForHinted(in: window, at: now, &actions)
        reload?.loaded(isChanged: update != .unchanged, target: window.target, began: load.began)
        tellPresentation(&actions)
    }

    mutating func loadFailed(
        _ failure: HlsFailure, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        guard let load else { return }
        self.load = nil
        try loadFailed(failure, of: load, at: now, &actions)
    }

    private mutating func loadFailed(
        _ failure: HlsFailure, of load: PlaylistLoad, at now: Duration, _ actions: inout [HlsAction]
    ) throws(HlsError) {
        if load.isBlocking, load.reason == .change {
            // Its report may be wrong; the playlist itself need not be.
            failedReports += 1
            isNextReloadPlain = true
            return fetchPlaylist(of: load.track, reason: .change, at: now, &actions)
        }
        if load.reason != .reload { chooser?.ban(load.track, at: now) }
        switch load.reason {
        case .reload:
            // It may be back before the sound runs out; ``proceedPlaylists(at:_:)`` knows when it is not.
            lastFailure = failure
            wantsWhole = true
            if load.isBlocking {
                failedBlocks += 1
                isNextReloadPlain = true
            }
            reload?.failed(began: load.began)
        case .first:
            guard let other = chooser?.replacement(for: load.track, at: now) else { throw .fetch(failure) }
            fetchPlaylist(of: other, reason: .first, at: now, &actions)
        case .change:
            // The one that plays goes on, if it can.
            if mustLeave {
                guard let other = chooser?.replacement(for: load.track, at: now), other != track else {
                    throw .fetch(failure)
                }
                fetchPlaylist(of: other, reason: .change, at: now, &actions)
            } else if resumeAt != nil, let window {
                place(in: window)
            }
        }
    }

    // MARK: When

    /// A reload waits a little for a segment that is on its way: they share one connection.
    func reloadTime(_ reload: ReloadTimer) -> Duration {
        guard let window else { return reload.due }
        if offersParts(window) { return reloadTimeOfParts(reload, window) }
        guard let job, job.id != 0, !isPaused else { return reload.due }
        // Longer where it is known what follows that segment.
        return reload.due + (job.segment.sequence + 1 < window.end ? reload.target : reload.target / 2)
    }

    mutating func proceedPlaylists(at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) {
        if let load {
            guard load.deadline <= now, !isWaiting(load.id) else { return }
            cancel(load.id, &actions)
            return try loadFailed(HlsFailure(.timedOut, "the playlist does not come"), at: now, &actions)
        }
        guard let window, let reload, !window.playlist.isEnded else { return }
        if reload.staleAt <= now {
            let target = Int(reload.target.secondsValue * ReloadTimer.staleAfter)
            let text = lastFailure?.text ?? "\(window.url) has not changed for \(target) s"
            return try leave(for: .stale(text), at: now, &actions)
        }
        if reloadTime(reload) <= now { fetchPlaylist(of: track, reason: .reload, at: now, &actions) }
    }

    mutating func tellPresentation(_ actions: inout [HlsAction]) {
        guard let window else { return }
        var new = HlsPresentation()
        new.isFinite = window.playlist.isEnded
        (new.start, new.end) = window.range
        let start = LiveEdge.start(in: window.playlist, start: window.playlist.start ?? commonStart)
        if offersParts(window) {
            new.end = window.playlist.trailingParts.reduce(new.end) { $0 + $1.duration }
            new.partHoldBack = partHoldBack(window)
        }
        new.targetDuration = window.playlist.targetDuration
        new.kind = window.playlist.kind
        new.encryption = window.encryption
        new.variants = chooser?.variants ?? []
        new.nextSequence = window.end
        new.endWallClock = window.segments.last.flatMap { last in last.wallClock.map { $0 + last.span } }
        new.edge = window.position(of: window.first + Int64(start?.index ?? 0))
        if let start = lowLatencyStart(window) {
            new.edge = position(of: start.sequence, part: start.part, in: window) + (start.skip ?? .zero)
        }
        new.wallClock = window.segments.first?.wallClock
        new.track = track
        new.renditions = chooser?.renditions ?? []
        guard new != presentation else { return }
        presentation = new
        actions.append(.presentationDidChange)
    }
}
