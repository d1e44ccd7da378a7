import Longwave

/// Decides which songs count as listened to. Pure: what a player tells goes in, what services are to be told comes out.
///
/// A song counts once at its end, if it is longer than half a minute and half of it was heard, or four minutes of it. Only
/// sound that was heard counts: no pause, no stall, nothing that a seek left out, nothing while muted. Where the length of a song
/// is not known, four minutes are needed: its beginning was not heard, or its end was not, and nobody tells its length.
struct ListenTracker {
    enum Event: Hashable {
        /// A song is heard from now on.
        case begins(Listen)
        /// A song that counts is over.
        case counts(Listen)
    }

    private struct Song {
        var listen: Listen
        /// The number of the item that it belongs to.
        var item: Int
        /// Where on the item's timeline it was heard.
        var place: MediaTimeRange
        /// The range starts with its beginning.
        var isWhole: Bool
        var heard = Duration.zero
        /// Of the file that it is, or is in.
        var fileLength: Duration?
        var isCounted = false
        var left = MonotonicInstant(nanoseconds: 0)
    }

    static let minimumLength = Duration.seconds(30)
    static let sufficient = Duration.seconds(240)
    /// A song that is back so soon, behind a slogan or a change of stations, goes on.
    static let returnSpan = Duration.seconds(180)
    /// More songs that may come back are not remembered.
    private static let maximumRecent = 16
    /// The first title of an item that comes later than this is heard from its beginning.
    private static let tuningSpan = Duration.seconds(10)
    private static let tolerance = MediaTime(seconds: 1)

    private var current: Song?
    /// Songs that are over, the newest last.
    private var recent: [Song] = []
    private var item = 0
    private var hasTitle = false
    /// Where the last jump led to.
    private var jump: MediaTime?
    /// How much of what the player was heard is counted.
    private var counted = Duration.zero
    private var isMuted = false
    private var rate = 1.0

    /// - Parameter clock: turns the player's times into dates.
    mutating func received(_ notification: PlaybackNotification, by clock: WallClock) -> [Event] {
        let snapshot = notification.snapshot
        count(snapshot)
        switch notification {
        case .itemDidChange:
            let events = leave(at: nil, snapshot)
            item += 1
            (hasTitle, jump) = (false, nil)
            return events + enter(snapshot, isWhole: false, by: clock)
        case .nowPlayingDidChange: return titleDidChange(snapshot, by: clock)
        case .didJump(_, let target, _, _):
            jump = target
            return []
        case .didPlayToEnd:
            defer { recent.removeAll { $0.left == snapshot.at } }
            return leave(at: snapshot.currentTime, snapshot)
        case .statusDidChange:
            switch snapshot.status {
            case .stopped, .failed, .ended: return leave(at: nil, snapshot)
            case .playing, .paused, .waitingToPlay: break
            }
        default: break
        }
        if let length = snapshot.stream?.duration { current?.fileLength = length }
        return []
    }

    /// What is heard now is heard no more.
    mutating func end(_ snapshot: PlaybackSnapshot) -> [Event] {
        count(snapshot)
        return leave(at: nil, snapshot)
    }

    /// Sound that was heard since the last notification.
    private mutating func count(_ snapshot: PlaybackSnapshot) {
        let heard = snapshot.tally.heard
        if !isMuted, heard > counted { current?.heard += (heard - counted) * rate }
        (counted, isMuted, rate) = (heard, snapshot.isMuted, snapshot.rate)
    }

    private mutating func titleDidChange(_ snapshot: PlaybackSnapshot, by clock: WallClock) -> [Event] {
        let position = snapshot.nowPlaying?.position ?? .zero
        let isJump = jump.map { (max($0, position) - min($0, position)) <= Self.tolerance } ?? false
        jump = nil
        let events = leave(at: isJump ? nil : position, snapshot)
        // A file begins at its beginning; of a station's first title the beginning was heard only where no title was for a while.
        let isWhole =
            hasTitle || snapshot.heardDuration > Self.tuningSpan
            || (snapshot.stream?.duration != nil && position <= MediaTime(Self.tuningSpan))
        hasTitle = true
        return events + enter(snapshot, isWhole: isWhole && !isJump, isJump: isJump, by: clock)
    }

    private mutating func enter(
        _ snapshot: PlaybackSnapshot, isWhole: Bool, isJump: Bool = false, by clock: WallClock
    ) -> [Event] {
        guard let now = snapshot.nowPlaying, let listen = Listen(now, by: clock) else { return [] }
        let place = MediaTimeRange(start: now.position, duration: .zero)
        let known = recent.lastIndex {
            $0.listen.isSameSong(as: listen)
                && (($0.item == item && (isJump || $0.place.contains(now.position)))
                    || $0.left.duration(to: snapshot.at) <= Self.returnSpan)
        }
        if let known {
            var song = recent.remove(at: known)
            // Positions of another item say nothing about this one.
            if song.item != item { (song.item, song.place, song.isWhole) = (item, place, false) }
            current = song
        } else {
            current = Song(listen: listen, item: item, place: place, isWhole: isWhole)
        }
        current?.fileLength = snapshot.stream?.duration
        return current.map { [.begins($0.listen)] } ?? []
    }

    /// - Parameter end: the position of its end; nil where that was not heard.
    private mutating func leave(at end: MediaTime?, _ snapshot: PlaybackSnapshot) -> [Event] {
        guard var song = current.take() else { return [] }
        song.left = snapshot.at
        song.place.end = max(song.place.end, end ?? song.place.start + MediaTime(song.heard))
        let measured = song.isWhole && end != nil ? song.place.duration : nil
        var listen = song.listen
        listen.isChosen = song.fileLength != nil
        listen.duration = listen.duration ?? measured ?? song.fileLength
        let counts = !song.isCounted && Self.isEnough(song.heard, of: measured ?? listen.duration)
        if counts { song.isCounted = true }
        recent.append(song)
        if recent.count > Self.maximumRecent { recent.removeFirst() }
        return counts ? [.counts(listen)] : []
    }

    static func isEnough(_ heard: Duration, of length: Duration?) -> Bool {
        guard let length else { return heard >= sufficient }
        return length > minimumLength && heard >= min(length / 2, sufficient)
    }
}
