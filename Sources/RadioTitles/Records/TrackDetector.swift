import RadioFormats
import RadioLoop

/// Makes tracks out of the titles that one station shows: a pure value, which is given titles and times and gives records.
///
/// - A song goes on while jingles, slogans, advertisements and empty titles are shown in between, and the same song that is
///   shown again within ``window``, with no other song between, is no new one. So neither is it after a reconnect or a
///   restart.
/// - A song ends when it was shown last, which is known only with the next song or after ``window``.
/// - Whatever else is named (`TrackInfo.Kind.unknown`, jingles, advertisements, speech) is a track of its own beside the
///   song, and folded in the same way.
/// - What ended a moment before the station was seen again, and is shown then for less than ``patience``, came from the server's burst
///   and is nothing new.
/// - A station that names more new titles than `TitlePace` admits is not written down for a minute; then one gap says how many
///   titles that were.
/// - A time in which the station was not seen is a gap, and never a part of a track unless the same track was there
///   before and after.
package struct TrackDetector: Sendable {
    /// How long a track may be out of sight and still be the same.
    package static let window = Duration.seconds(600)
    /// For a burst to arrive.
    package static let patience = Duration.seconds(10)
    /// Of the bytes that a track was read from so many are kept: a status page may send a megabyte, a tag its pictures.
    package static let maximumRaw = 16 << 10

    /// A track that has begun and not ended.
    package struct Open: Hashable, Sendable {
        package var track: TrackInfo
        package var began: LogMoment
        /// When it was there last. While it is shown this is older than now.
        package var lastShown: LogMoment
        /// How much of the time from its begin until it was there last nobody saw.
        package var unseen = Duration.zero
        /// Where its begin was read.
        package var source: TitleSource
        /// What nobody saw since; a part of the track if it comes back.
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

    private enum Slot { case song, interlude }

    private var song: Open?
    private var interlude: Open?
    private var shown: Slot?
    private var recent: RecentTracks
    /// When a burst is over that may be under way.
    private var burstEnd: MonotonicInstant?
    /// Shown in it, and known from before it.
    private var held: TitleRecord.Begin?
    private var pace = TitlePace()
    /// Titles that are not written down, for they are too many: how many, and the newest.
    private var excess: (since: LogMoment, count: Int, last: TitleRecord.Begin)?
    /// Since when nobody looks, and why.
    private var unseen: (since: LogMoment, reason: String)?

    /// - Parameters:
    ///   - start: when looking begins.
    ///   - open: what an earlier run left open.
    ///   - recent: what ended in it last.
    ///   - seenUntil: when that run saw the station last.
    ///   - reason: why it was not seen since then.
    package init(
        at start: LogMoment, open: [Open] = [], recent: [RecentTracks.Ended] = [], seenUntil: LogMoment? = nil,
        reason: String = "restart"
    ) {
        song = open.first { Self.slot($0.track) == .song }
        interlude = open.first { Self.slot($0.track) == .interlude }
        self.recent = RecentTracks(recent)
        if let seenUntil { unseen = (seenUntil, reason) }
    }

    /// What is open, to be kept for the next run.
    package func open(at now: LogMoment) -> [StationState.Open] {
        func kept(_ open: Open?, _ slot: Slot) -> StationState.Open? {
            guard var open else { return nil }
            let isShown = unseen == nil && shown == slot
            if isShown { open.lastShown = now }
            return StationState.Open(track: open, isShown: isShown)
        }
        return [kept(song, .song), kept(interlude, .interlude)].compactMap(\.self)
    }

    /// What ended last, to be kept for whoever follows the station next.
    var recentlyEnded: [RecentTracks.Ended] { recent.tracks }

    /// The station shows this title.
    package mutating func show(_ track: TrackInfo, from source: TitleSource, at now: LogMoment) -> [TitleRecord] {
        let track = Self.bounded(track)
        var records = goOn(at: now)
        if let excess {
            self.excess = (excess.since, excess.count + 1, TitleRecord.Begin(at: now, track: track, source: source))
            return records
        }
        records += see(at: now)
        touch(at: now)
        records += expire(at: now)
        if let burstEnd, now.monotonic < burstEnd, !isOpen(track), recent.contains(track, at: now) {
            shown = nil
            if !(held.map { Self.isSame($0.track, track) } ?? false) {
                held = TitleRecord.Begin(at: now, track: track, source: source)
            }
            return records
        }
        held = nil
        guard isOpen(track) || Self.slot(track) == nil || pace.admit(bytes: track.byteCount, at: now.monotonic) else {
            shown = nil
            excess = (now, 1, TitleRecord.Begin(at: now, track: track, source: source))
            return records
        }
        return records + begin(track, from: source, at: now)
    }

    /// Tells how many titles were too many, once the station's rest is over, and begins with the newest of them.
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
        let reason = "\(over.count - (isShown ? 1 : 0)) titles were too many"
        let gap = TitleRecord.gap(TitleRecord.Gap(from: over.since, until: until, reason: reason))
        let ends = expire(at: now)
        return [gap] + ends + (isShown ? begin(over.last.track, from: over.last.source, at: now) : [])
    }

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

    /// The station is not seen from now on, or has not been since `now` if that is past.
    package mutating func lose(_ reason: String, at now: LogMoment) {
        guard unseen == nil else { return }
        touch(at: now)
        (shown, held) = (nil, nil)
        unseen = (now, reason)
    }

    /// The station is seen (again).
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

    /// Nobody looked for a time, and the station is there as it was: what it showed goes on.
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

    /// Ends what was out of sight for too long, and begins what was held for a burst's and stays.
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

    /// Ends what is open: nothing follows.
    package mutating func finish(at now: LogMoment) -> [TitleRecord] {
        touch(at: now)
        (shown, held) = (nil, nil)
        return goOn(at: now, isLast: true) + ends([Self.end(&interlude), Self.end(&song)])
    }

    /// When ``expire(at:)`` has something to do; nil while nothing waits.
    package var deadline: MonotonicInstant? {
        let waiting = [shown == .song ? nil : song, shown == .interlude ? nil : interlude].compactMap {
            $0?.lastShown.monotonic
        }
        let end = waiting.min()?.advanced(by: Self.window)
        let rest = excess?.since.monotonic.advanced(by: TitlePace.rest)
        return [end, held == nil ? nil : burstEnd, rest].compactMap(\.self).min()
    }

    // MARK: -

    /// What is shown was there until now.
    private mutating func touch(at now: LogMoment) {
        switch shown {
        case .song: song?.lastShown = now
        case .interlude: interlude?.lastShown = now
        case nil: break
        }
    }

    /// Whether the open track is this one; then it goes on.
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

    /// With no more raw bytes than ``maximumRaw``, and no letter of UTF-8 halved.
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

    /// By what is read, not by its bytes: the same title comes with other addresses, other quotes, another charset.
    static func isSame(_ one: TrackInfo, _ other: TrackInfo) -> Bool {
        one.kind == other.kind && fold(one.artist) == fold(other.artist) && fold(one.title) == fold(other.title)
            && (one.title != nil || fold(one.text) == fold(other.text))
    }

    private static func fold(_ text: String?) -> String { (text ?? "").lowercased() }
}
