import RadioFormats

/// Decides how an HTTP Live Streaming (HLS) stream is fetched: takes playlists and news about segments, and returns
/// requests.
///
/// The machine is pure: it has no clock, socket or file. Callers pass the time, counted from any fixed moment. The
/// rules are those of RFC 8216 and draft-pantos-hls-rfc8216bis.
///
/// Three types decide, each with its own state: `PlaylistLoader` knows which segments there are, `SegmentFetcher`
/// decides which segment to fetch and when, and `VariantSelector` decides which ``HlsTrack`` the segments come from.
/// The machine passes events to the three, and results from one to another.
package struct HlsMachine {
    private let settings: HlsSettings
    /// The known properties of the whole stream.
    package private(set) var presentation = HlsPresentation()
    private var loader: PlaylistLoader
    private var fetcher: SegmentFetcher
    private var selector: VariantSelector
    private var requests = RequestQueue()
    /// The most recent failure of a playlist reload or of a segment's request; nil if none has failed.
    private var lastFailure: HlsFailure?
    /// The duration of the fetched sound that is not heard yet, as of the last event.
    private var held = Duration.zero
    /// The time of the last event.
    private var time = Duration.zero
    private var isOver = false
    /// The actions so far that the current call of ``handle(_:held:at:)`` returns.
    private var actions: [HlsAction] = []

    /// The greatest length of an init section, in bytes.
    package static let maximumInitBytes = 4 << 20

    package init(_ settings: HlsSettings = HlsSettings()) {
        self.settings = settings
        loader = PlaylistLoader(settings)
        fetcher = SegmentFetcher(settings)
        selector = VariantSelector(settings)
    }

    /// The multivariant playlist's variables (EXT-X-DEFINE), which media playlists may import.
    package var variables: [String: String] { loader.variables }
    /// Whether the request of the next segment waits until more of the fetched sound has been heard.
    package var isHoldingOff: Bool { fetcher.isHoldingOff }
    /// Whether segments are fetched. If false, only the playlists' information about segments is used.
    package var isMediaWanted: Bool { fetcher.isMediaWanted }
    /// The limit on the station's requests, which also counts those of earlier connections.
    package var pace: RequestPace {
        get { requests.pace }
        set { requests.pace = newValue }
    }

    /// Handles one event, and returns the actions that follow.
    /// - Parameters:
    ///   - event: the event.
    ///   - held: the duration of the fetched sound that is not heard yet.
    ///   - now: the current time, counted from any fixed moment.
    package mutating func handle(_ event: HlsEvent, held: Duration, at now: Duration) -> [HlsAction] {
        guard !isOver else { return [] }
        if let id = event.fetchID, requests.isWaiting(id) { return [] }
        (self.held, time) = (held, now)
        fetcher.beginTurn()
        do throws(HlsError) {
            try respond(to: event, at: now)
            release(at: now)
            try proceedPlaylists(at: now)
            try proceedMedia(at: now)
        } catch {
            end(error)
        }
        defer { actions = [] }
        return actions
    }

    /// Passes an event to the loader, the fetcher or the selector.
    private mutating func respond(to event: HlsEvent, at now: Duration) throws(HlsError) {
        switch event {
        case .opened(let playlist, let url): try opened(playlist, url, at: now)
        case .playlistArrived(let id, let playlist, let url):
            guard requests.kind(of: id) == .playlist else { return }
            requests.ended(.playlist)
            let (next, known) = (fetcher.cursor.sequence, fetcher.newestRequested)
            try follow(loader.arrived(playlist, url, next: next, known: known, at: now), at: now)
        case .fetchBegan(let id, let length):
            if requests.kind(of: id) == .media { fetcher.answered(length: length, at: now) }
        case .fetchProgressed(let id, let bytes):
            if requests.kind(of: id) == .media { fetcher.progressed(bytes: bytes, at: now) }
        case .fetchFinished(let id, let bytes, let packets):
            guard requests.kind(of: id) == .media else { return }
            requests.ended(.media)
            try follow(fetcher.finished(bytes, packets: packets, base: base, at: now), at: now)
        case .fetchFailed(let id, let failure):
            switch requests.kind(of: id) {
            case .playlist:
                requests.ended(.playlist)
                try follow(loader.failed(failure), at: now)
            case .media:
                requests.ended(.media)
                try mediaFailed(failure, at: now)
            case nil: break
            }
        case .unreadable(let id, let problem):
            guard requests.kind(of: id) == .media else { return }
            cancel(.media)
            try follow(fetcher.unreadable(problem, base: base), at: now)
        case .paused(let isPaused): try follow(fetcher.pause(isPaused, at: now), at: now)
        case .seek(let time, let tolerance): seek(to: time, tolerance)
        case .select(let name, let time): select(name, from: time, at: now)
        case .mediaWanted(let isWanted): fetcher.wantMedia(isWanted)
        case .tick: break
        }
    }

    /// The URL of the playlist in use.
    private var base: String { loader.window?.url ?? "" }
    /// How much of the fetched sound, as a duration, may be used up during the wait for a slow playlist or segment.
    private var spare: Duration { max(held - LookAhead.reserve, .zero) }
    /// When all sound that was fetched or is listed will have been heard.
    private var soundEnd: Duration { time + held + (loader.window.map { fetcher.cursor.rest(in: $0) } ?? .zero) }

    // MARK: Requests

    private mutating func ask(_ fetch: HlsFetch, _ kind: RequestQueue.Kind, at now: Duration) {
        requests.add(fetch, kind)
        release(at: now)
    }

    /// Makes the waiting requests that ``pace`` allows now. The time-out of a request starts only when the request is
    /// made.
    private mutating func release(at now: Duration) {
        while let next = requests.release(at: now) {
            switch next.kind {
            case .playlist: loader.sent(at: now)
            case .media: fetcher.sent(at: now)
            }
            actions.append(.fetch(next.id, next.fetch))
        }
    }

    private mutating func cancel(_ kind: RequestQueue.Kind) {
        if let id = requests.cancel(kind) { actions.append(.cancel(id)) }
    }

    private mutating func dropMedia() {
        fetcher.drop()
        cancel(.media)
    }

    private mutating func end(_ error: HlsError?) {
        isOver = true
        cancel(.playlist)
        cancel(.media)
        actions.append(.end(error))
    }

    // MARK: Playlists

    /// Begins with the playlist at the listener's address.
    private mutating func opened(_ playlist: HlsPlaylist, _ url: String, at now: Duration) throws(HlsError) {
        guard loader.isNew, !selector.isOpen else { return }
        requests.pace.count(at: now)
        switch playlist {
        case .media(let media): try follow(loader.opened(media, url, at: now), at: now)
        case .multivariant(let multivariant):
            loader.opened(multivariant, url, at: now)
            load(try selector.opened(multivariant, url, at: now), .first, at: now)
        }
    }

    /// Requests a track's playlist. Only one playlist is loaded at a time, so another playlist request is cancelled.
    private mutating func load(_ track: HlsTrack, _ reason: PlaylistLoad.Reason, at now: Duration) {
        cancel(.playlist)
        // After a jump, no fetched sound is left to play during the wait.
        let spare = fetcher.cursor.target == nil ? spare : .zero
        ask(loader.load(track, reason, spare: spare, at: now), .playlist, at: now)
    }

    /// Does what an outcome of ``PlaylistLoader`` requires.
    private mutating func follow(_ outcome: PlaylistLoader.Outcome, at now: Duration) throws(HlsError) {
        switch outcome {
        case .nothing: break
        case .again(let track, let reason): load(track, reason, at: now)
        case .began(let track, let isContinued):
            guard let window = loader.window else { return }
            selector.begin(track)
            if !fetcher.begin(in: window, after: isContinued ? settings.received : nil) { loader.broughtNothing() }
            tellPresentation()
        case .changed(let track, let old, let next):
            guard let window = loader.window else { return }
            selector.begin(track)
            fetcher.change(to: next, in: window, from: old)
            tellPresentation()
        case .updated(let track, let update):
            guard let window = loader.window else { return }
            selector.goOn(with: track)
            if update.isRestarted {
                fetcher.restart(in: window)
                cancel(.media)
            }
            fetcher.renumber(update, in: window)
            try follow(fetcher.lookForHinted(in: window, at: now), at: now)
            tellPresentation()
        case .reloadFailed(let failure):
            lastFailure = failure
            if failure.isRefusal { refresh(after: selector.track, at: now) }
        case .reopened(let multivariant, let url): reopened(multivariant, url, at: now)
        case .refreshFailed(let failure):
            lastFailure = failure
            // The list at the station's own address is only read for a new connection.
            if settings.isListed, failure.isRefusal { throw .stale(failure.text) }
        case .failed(let track, let isFirst, let failure):
            if let other = try selector.playlistFailed(of: track, isFirst: isFirst, failure, at: now) {
                load(other, isFirst ? .first : .change, at: now)
            } else if fetcher.cursor.target != nil, let window = loader.window {
                fetcher.place(in: window)
            }
        }
    }

    /// Asks the address of the first playlist for new addresses, because a server no longer accepts those that it gave.
    /// - Parameter playlist: the refused playlist; nil if a segment was refused.
    private mutating func refresh(after playlist: HlsTrack?, at now: Duration) {
        if let address = loader.refresh(after: playlist, at: now) { load(address, .refresh, at: now) }
    }

    /// Takes the multivariant playlist again, and continues with the same track at its new address.
    private mutating func reopened(_ multivariant: MultivariantPlaylist, _ url: String, at now: Duration) {
        loader.opened(multivariant, url, at: now)
        do throws(HlsError) {
            let (track, isSame) = try selector.reopened(multivariant, url, at: now)
            load(track, isSame ? .refresh : .change, at: now)
        } catch {
            // The stream continues as long as the current track still arrives.
            loader.postpone(at: now)
        }
    }

    private mutating func proceedPlaylists(at now: Duration) throws(HlsError) {
        switch loader.due(at: now, media: fetcher.sequenceUnderWay, soundEnd: soundEnd) {
        case .nothing: break
        case .first(let track): load(track, .first, at: now)
        case .timeOut(let outcome):
            cancel(.playlist)
            try follow(outcome, at: now)
        case .reload: load(selector.track, .reload, at: now)
        case .stale(let text): try leave(for: .stale(lastFailure?.text ?? text), at: now)
        }
    }

    private mutating func tellPresentation() {
        guard let window = loader.window else { return }
        var new = HlsPresentation(window)
        new.track = selector.track
        new.variants = selector.variants
        new.renditions = selector.renditions
        guard new != presentation else { return }
        presentation = new
        actions.append(.presentationDidChange)
    }

    // MARK: Tracks

    /// Replaces the current ``HlsTrack``, which can no longer be played, with another one. Throws `error` if there is
    /// no other.
    private mutating func leave(for error: HlsError, at now: Duration) throws(HlsError) {
        dropMedia()
        let other = try selector.leave(for: error, at: now)
        loader.postpone(at: now)
        load(other, .change, at: now)
    }

    private mutating func select(_ name: String, from time: MediaTime, at now: Duration) {
        guard let track = selector.select(rendition: name, at: now) else { return }
        let isFirst = loader.window == nil
        fetcher.jump(to: isFirst ? nil : time)
        cancel(.media)
        actions.append(.jump)
        // If no media playlist was loaded yet, no other one can be played if this one fails, so this one is loaded as
        // the first.
        load(track, isFirst ? .first : .change, at: now)
    }

    private mutating func seek(to time: MediaTime, _ tolerance: Duration) {
        fetcher.jump(to: time, tolerance: tolerance)
        cancel(.media)
        actions.append(.jump)
        // If a new track's playlist is being loaded, the segment to continue with is found when that playlist arrives.
        if let window = loader.window, !loader.isReplacing { fetcher.place(in: window) }
    }

    // MARK: Media

    private mutating func mediaFailed(_ failure: HlsFailure, at now: Duration) throws(HlsError) {
        lastFailure = failure
        if failure.isRefusal, fetcher.hasMedia { refresh(after: nil, at: now) }
        try follow(fetcher.failed(failure, at: now), at: now)
    }

    /// Does what an outcome of ``SegmentFetcher`` requires.
    private mutating func follow(_ outcome: SegmentFetcher.Outcome, at now: Duration) throws(HlsError) {
        switch outcome {
        case .nothing: break
        case .fetch(let fetch): ask(fetch, .media, at: now)
        case .cancel: cancel(.media)
        case .measured(let sample): selector.measured(sample)
        case .lost(let job, let error):
            if job.part == nil, let other = selector.standIn(at: now) { return load(other, .change, at: now) }
            try follow(fetcher.goOn(without: job, error, in: loader.window), at: now)
        case .trackFails(let error): try leave(for: error, at: now)
        case .trackIsUnplayable(let error):
            dropMedia()
            load(try selector.refuse(for: error, at: now), .change, at: now)
        case .fails(let error): throw error
        }
    }

    /// Checks the segment request under way, and requests the next segment if it is time.
    private mutating func proceedMedia(at now: Duration) throws(HlsError) {
        guard let window = loader.window else { return }
        switch fetcher.check(at: now) {
        case .free: break
        case .waits: return
        case .due where loader.holdsMedia: return
        case .due: return try follow(fetcher.advance(track: selector.trackNumber, in: window, at: now), at: now)
        case .late(let failure):
            cancel(.media)
            try mediaFailed(failure, at: now)
        case .underWay: leaveSlow(at: now)
        }
        // If the request under way was given up because it was late or slow, the next segment may be requested at once.
        guard !fetcher.isBusy, !fetcher.isPaused, !loader.holdsMedia else { return }
        guard isMediaWanted else {
            let (skipped, isEnd) = fetcher.skip(in: window, held: held, at: now)
            actions += skipped.map { .skip($0) }
            if isEnd { end(nil) }
            return
        }
        switch fetcher.next(in: window, held: held, earliest: loader.reloadEnd(spare: spare), at: now) {
        case .nothing: break
        case .end: end(nil)
        case .stale(let error): try leave(for: error, at: now)
        case .segment(let segment, let part):
            if let other = selector.better(held: held, played: fetcher.cursor.playedSegments, in: window, at: now) {
                return load(other, .change, at: now)
            }
            let outcome = fetcher.fetch(segment, part: part, track: selector.trackNumber, in: window, at: now)
            try follow(outcome, at: now)
        }
    }

    /// When to check next whether the segment that is being fetched arrives too slowly; nil if no other ``HlsTrack``
    /// could replace the current one now.
    private var nextLook: Duration? { selector.adapts && !loader.isChanging ? fetcher.nextLook : nil }

    /// Replaces a segment that arrives too slowly with the same segment at a lower bit rate, before the sound runs out.
    private mutating func leaveSlow(at now: Duration) {
        guard let nextLook, nextLook <= now, let job = fetcher.look(at: now),
            let other = selector.smaller(for: job, spare: spare, at: now)
        else { return }
        if let sample = job.soFar(at: now) { selector.measured(sample) }
        dropMedia()
        load(other, .change, at: now)
    }

    // MARK: Time

    /// When ``HlsEvent/tick`` is due; nil if nothing is scheduled.
    package var nextDeadline: Duration? {
        guard !isOver else { return nil }
        let times = [
            requests.earliest, loader.deadline(media: fetcher.sequenceUnderWay, soundEnd: soundEnd),
            loader.holdsMedia && fetcher.isWaiting ? nil : fetcher.deadline, nextLook,
        ]
        return times.compactMap { $0 }.min()
    }
}
