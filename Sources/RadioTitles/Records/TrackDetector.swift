import RadioFormats
import RadioLoop

/// Turns the titles that one station shows into tracks. A pure value: it takes titles and times and returns records.
///
/// - A song goes on while jingles, slogans, advertisements or empty titles are shown in between. The same song shown
///   again within ``window``, without another song in between, is not a new one; this also holds after a reconnect or
///   restart.
/// - A song ends when it was last shown. This end is known only once the next song begins or ``window`` has passed.
/// - Any other title (`TrackInfo.Kind.unknown`, jingle, advertisement, speech) is a track of its own, which may be open
///   together with a song. When it is shown again, it goes on in the same way as a song.
/// - A title that ended shortly before a reconnect, and is shown after it only until ``patience`` has passed, belongs
///   to the server's burst and is not recorded again.
/// - If a station shows more new titles than `TitlePace` admits, or more than are read (`MetadataGate`), nothing is recorded for a minute. Then a gap record
///   states how many titles were skipped.
/// - A time in which the station was not observed is a gap. It is part of a track only if the same track was shown
///   before and after it.
package struct TrackDetector: Sendable {
    /// How long a track may not be shown and still count as the same track when it is shown again.
    package static let window = Duration.seconds(600)
    /// How long after a connection began its burst may still be arriving.
    package static let patience = Duration.seconds(10)
    /// Maximum number of a track's raw bytes that are recorded. A status page may send a megabyte, and a tag may
    /// contain pictures.
    package static let maximumRaw = 16 << 10

    /// A track that has begun and not ended yet.
    package struct Open: Hashable, Sendable {
        package var track: TrackInfo
        package var began: LogMoment
        /// When the track was last shown. Not updated while the track is being shown.
        package var lastShown: LogMoment
        /// The time without observation between `began` and `lastShown`.
        package var unseen = Duration.zero
        /// Where the track's first title was read.
        package var source: TitleSource
        /// The time without observation since `lastShown`. If the track is shown again, this time is added to `unseen`.
        fileprivate var unseenSince = Duration.zero

        package init(
            track: TrackInfo, began: LogMoment, lastShown: LogMoment, unseen: Duration = .zero,
            source: TitleSource = .inBand
        ) {
            self.source = source
            self.track = track
            self.began = began
            self.lastShown = lastShown
            self.unseen = unseen
        }
    }

    /// The two kinds of tracks: a song, and any other track (an interlude). One track of each kind may be open at the
    /// same time.
    private enum Slot { case song, interlude }

    /// The current song, which goes on during interludes.
    private var song: Open?
    /// The current track that is not a song.
    private var interlude: Open?
    /// Which of the open tracks the station shows now; nil for neither.
    private var shown: Slot?
    private var recent: RecentTracks
    /// The time until which a burst may be arriving; nil if no burst is expected.
    private var burstEnd: MonotonicInstant?
    /// A title that is shown during a burst and was also shown before the reconnect. It begins a track only if it is
    /// still shown after the burst.
    private var held: TitleRecord.Begin?
    private var pace = TitlePace()
    /// The titles that are not recorded because there are too many: since when, their number, and the newest; nil while
    /// titles are recorded.
    private var excess: (since: LogMoment, count: Int, last: TitleRecord.Begin)?
    /// Since when the station is not observed, and why; nil while it is observed.
    private var unseen: (since: LogMoment, reason: String)?

    /// - Parameters:
    ///   - start: when observation begins.
    ///   - open: tracks that an earlier run left open.
    ///   - recent: tracks that ended last in that run.
    ///   - seenUntil: when that run last observed the station.
    ///   - reason: why the station was not observed since then.
    package init(
        at start: LogMoment, open: [Open] = [], recent: [RecentTracks.Ended] = [], seenUntil: LogMoment? = nil,
        reason: String = "restart"
    ) {
        song = open.first { Self.slot($0.track) == .song }
        interlude = open.first { Self.slot($0.track) == .interlude }
        self.recent = RecentTracks(recent)
        if let seenUntil { unseen = (seenUntil, reason) }
    }

    /// Returns the open tracks, to be stored for the next run.
    package func open(at now: LogMoment) -> [StationState.Open] {
        func kept(_ open: Open?, _ slot: Slot) -> StationState.Open? {
            guard var open else { return nil }
            let isShown = unseen == nil && shown == slot
            if isShown { open.lastShown = now }
            return StationState.Open(track: open, isShown: isShown)
        }
        return [kept(song, .song), kept(interlude, .interlude)].compactMap(\.self)
    }

    /// The tracks that ended last, to be passed to the station's next follower in this process.
    var recentlyEnded: [RecentTracks.Ended] { recent.tracks }

    /// Takes a title that the station shows from now on, and returns the records to store: ends of tracks, gaps, and
    /// the beginning of a track.
    /// - Parameter skipped: number of titles before this one that were not read, because there were too many.
    package mutating func show(
        _ track: TrackInfo, from source: TitleSource, skipped: Int = 0, at now: LogMoment
    ) -> [TitleRecord] {
        let track = Self.bounded(track)
        var records = goOn(at: now)
        if let excess {
            let newest = TitleRecord.Begin(at: now, track: track, source: source)
            self.excess = (excess.since, excess.count + skipped + 1, newest)
            return records
        }
        records += see(at: now)
        touch(at: now)
        records += expire(at: now)
        if skipped == 0, let burstEnd, now.monotonic < burstEnd, !isOpen(track), recent.contains(track, at: now) {
            shown = nil
            if !(held.map { Self.isSame($0.track, track) } ?? false) {
                held = TitleRecord.Begin(at: now, track: track, source: source)
            }
            return records
        }
        held = nil
        guard skipped == 0,
            isOpen(track) || Self.slot(track) == nil || pace.admit(bytes: track.byteCount, at: now.monotonic)
        else {
            shown = nil
            excess = (now, skipped + 1, TitleRecord.Begin(at: now, track: track, source: source))
            return records
        }
        return records + begin(track, from: source, at: now)
    }

    /// If titles are not recorded because there were too many, records them again once ``TitlePace/rest`` has passed.
    /// Returns a gap with the number of skipped titles, and begins a track with the newest title.
    /// - Parameter isLast: true to do this before the time has passed, without beginning a track.
    private mutating func goOn(at now: LogMoment, isLast: Bool = false) -> [TitleRecord] {
        guard let over = excess, isLast || over.since.monotonic.advanced(by: TitlePace.rest) <= now.monotonic else {
            return []
        }
        excess = nil
        let until = unseen?.since ?? now
        let length = over.since.duration(to: until)
        song?.unseenSince += length
        interlude?.unseenSince += length
        let isShown =
            !isLast && unseen == nil
            && (isOpen(over.last.track) || pace.admit(bytes: over.last.track.byteCount, at: now.monotonic))
        let reason = "too many titles (\(over.count - (isShown ? 1 : 0)) not recorded)"
        let gap = TitleRecord.gap(TitleRecord.Gap(from: over.since, until: until, reason: reason))
        let ends = expire(at: now)
        return [gap] + ends + (isShown ? begin(over.last.track, from: over.last.source, at: now) : [])
    }

    /// Begins a track or, if the same track is open, lets it go on.
    private mutating func begin(_ track: TrackInfo, from source: TitleSource, at now: LogMoment) -> [TitleRecord] {
        var records: [TitleRecord] = []
        guard let slot = Self.slot(track) else {
            shown = nil
            return records
        }
        shown = slot
        switch slot {
        case .song:
            if resume(&song, track, at: now) { return records }
            records += ends([Self.end(&interlude), Self.end(&song)])
            song = Open(track: track, began: now, lastShown: now, source: source)
        case .interlude:
            if resume(&interlude, track, at: now) { return records }
            records += ends([Self.end(&interlude)])
            interlude = Open(track: track, began: now, lastShown: now, source: source)
        }
        records.append(.track(TitleRecord.Begin(at: now, track: track, source: source)))
        return records
    }

    /// Begins a gap: the station is not observed from `now` on, which may be in the past.
    package mutating func lose(_ reason: String, at now: LogMoment) {
        guard unseen == nil else { return }
        touch(at: now)
        (shown, held) = (nil, nil)
        unseen = (now, reason)
    }

    /// Ends the gap, because the station is observed again. Returns the gap's record, or no records if there was no
    /// gap.
    package mutating func see(at now: LogMoment) -> [TitleRecord] {
        guard let gap = unseen else { return [] }
        let records = goOn(at: now, isLast: true)
        unseen = nil
        burstEnd = now.monotonic.advanced(by: Self.patience)
        let length = gap.since.duration(to: now)
        song?.unseenSince += length
        interlude?.unseenSince += length
        return records + [.gap(TitleRecord.Gap(from: gap.since, until: now, reason: gap.reason))]
    }

    /// Returns a gap for a time in which the station was connected but not observed. The track that it showed goes on.
    mutating func overlook(_ reason: String, from begin: LogMoment, until now: LogMoment) -> [TitleRecord] {
        guard unseen == nil else { return [] }
        let slot = shown
        lose(reason, at: begin)
        let records = see(at: now)
        burstEnd = nil
        func goOn(_ open: inout Open?) {
            guard var same = open else { return }
            same.lastShown = now
            same.unseen += same.unseenSince
            same.unseenSince = .zero
            open = same
        }
        switch slot {
        case .song: goOn(&song)
        case .interlude: goOn(&interlude)
        case nil: break
        }
        shown = slot
        return records
    }

    /// Ends tracks that have not been shown for longer than ``window``. Begins a track for a title that was taken for a
    /// burst's but is still shown after the burst.
    package mutating func expire(at now: LogMoment) -> [TitleRecord] {
        if excess != nil {
            let records = goOn(at: now)
            if !records.isEmpty { return records }
        }
        if let burstEnd, burstEnd <= now.monotonic {
            self.burstEnd = nil
            if let held = held.take() { return begin(held.track, from: held.source, at: held.at) }
        }
        func isOver(_ open: Open?, _ slot: Slot) -> Bool {
            guard let open, shown != slot else { return false }
            return open.lastShown.duration(to: now) > Self.window
        }
        var ends: [TitleRecord.End?] = []
        if isOver(interlude, .interlude) { ends.append(Self.end(&interlude)) }
        if isOver(song, .song) { ends.append(Self.end(&song)) }
        return self.ends(ends)
    }

    /// Ends all open tracks, because no more titles will follow.
    package mutating func finish(at now: LogMoment) -> [TitleRecord] {
        touch(at: now)
        (shown, held) = (nil, nil)
        return goOn(at: now, isLast: true) + ends([Self.end(&interlude), Self.end(&song)])
    }

    /// The time at which ``expire(at:)`` must be called next; nil if it need not be called.
    package var deadline: MonotonicInstant? {
        let waiting = [shown == .song ? nil : song, shown == .interlude ? nil : interlude].compactMap {
            $0?.lastShown.monotonic
        }
        let end = waiting.min()?.advanced(by: Self.window)
        let rest = excess?.since.monotonic.advanced(by: TitlePace.rest)
        return [end, held == nil ? nil : burstEnd, rest].compactMap(\.self).min()
    }

    // MARK: -

    /// Records that the current track was shown until `now`.
    private mutating func touch(at now: LogMoment) {
        switch shown {
        case .song: song?.lastShown = now
        case .interlude: interlude?.lastShown = now
        case nil: break
        }
    }

    /// If `track` is the same as the open track, the open track goes on, and the result is true. Otherwise returns
    /// false.
    private func resume(_ open: inout Open?, _ track: TrackInfo, at now: LogMoment) -> Bool {
        guard var same = open, Self.isSame(same.track, track) else { return false }
        same.lastShown = now
        same.unseen += same.unseenSince
        same.unseenSince = .zero
        open = same
        return true
    }

    private func isOpen(_ track: TrackInfo) -> Bool {
        [song, interlude].contains { $0.map { Self.isSame($0.track, track) } ?? false }
    }

    private mutating func ends(_ ends: [TitleRecord.End?]) -> [TitleRecord] {
        let ends = ends.compactMap(\.self).sorted { $0.at.wall < $1.at.wall }
        for end in ends { recent.add(RecentTracks.Ended(track: end.track, at: end.at)) }
        return ends.map(TitleRecord.end)
    }

    private static func end(_ open: inout Open?) -> TitleRecord.End? {
        guard let over = open else { return nil }
        open = nil
        return TitleRecord.End(
            at: over.lastShown, track: over.track, began: over.began,
            duration: over.began.duration(to: over.lastShown), unseen: over.unseen)
    }

    /// Returns the track with at most ``maximumRaw`` raw bytes, without cutting a UTF-8 character in two.
    private static func bounded(_ track: TrackInfo) -> TrackInfo {
        guard track.raw.count > maximumRaw else { return track }
        var end = maximumRaw
        while end > maximumRaw - 3, track.raw[end] & 0xC0 == 0x80 { end -= 1 }
        var bounded = track
        bounded.raw = Array(track.raw[..<end])
        return bounded
    }

    private static func slot(_ track: TrackInfo) -> Slot? {
        switch track.kind {
        case .song: .song
        case .none: nil
        case .unknown, .advertisement, .jingle, .speech: .interlude
        }
    }

    /// Returns whether two tracks have the same kind, artist and title or, without a title, the same text, ignoring
    /// case. Raw bytes are not compared, because the same title may be sent with another URL or in another charset.
    static func isSame(_ one: TrackInfo, _ other: TrackInfo) -> Bool {
        one.kind == other.kind && fold(one.artist) == fold(other.artist) && fold(one.title) == fold(other.title)
            && (one.title != nil || fold(one.text) == fold(other.text))
    }

    private static func fold(_ text: String?) -> String { (text ?? "").lowercased() }
}
