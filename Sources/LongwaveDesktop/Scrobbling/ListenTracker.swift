import Longwave
import RadioLoop

/// Decides which songs count as listened to. Pure: converts the player's notifications to events for the services.
///
/// A song counts once, when it ends. The song must be longer than 30 s, and half of the song or 4 minutes of it,
/// whichever is shorter, must have been heard. Pauses, stalls, parts that a seek skipped and muted sound do not count
/// as heard.
///
/// If the length of a song is unknown, 4 minutes must have been heard. The length is unknown if no source states it and
/// the song's beginning or end was not heard.
struct ListenTracker {
    /// An event to report to the services for listening histories.
    enum Event: Hashable {
        /// A song begins to be heard, so it is announced to the services.
        case begins(Listen)
        /// A song that counts as listened to has ended, so the services record a listen.
        case counts(Listen)
    }

    /// A song, and how much of it was heard.
    private struct Song {
        var listen: Listen
        /// The number of the item in which the song was heard. The tracker numbers the player's items.
        var item: Int
        /// The range of the item's timeline in which the song was heard.
        var place: MediaTimeRange
        /// Whether ``place`` starts at the song's beginning.
        var isWhole: Bool
        var heard = Duration.zero
        /// The length of the file that is or contains the song; nil for a station.
        var fileLength: Duration?
        var isCounted = false
        var left = MonotonicInstant(nanoseconds: 0)
    }

    static let minimumLength = Duration.seconds(30)
    static let sufficient = Duration.seconds(240)
    /// The longest interruption of a song, such as by a slogan or a change of stations, after which the rest of the
    /// song belongs to the same listen. After a longer interruption, the same song is a new listen, unless the listener
    /// has jumped back to it.
    static let returnSpan = Duration.seconds(180)
    /// The largest number of songs in ``recent``.
    private static let maximumRecent = 16
    /// The time that decides whether an item's first title was heard from its beginning. A station must have been heard
    /// for longer than this time before its first title arrived. In a file, the first title must begin within this time
    /// after the file's start.
    private static let tuningSpan = Duration.seconds(10)
    private static let tolerance = MediaTime(seconds: 1)

    private var current: Song?
    /// Songs that are no longer heard, the newest last. If such a song returns soon, the same listen continues.
    private var recent: [Song] = []
    private var item = 0
    private var hasTitle = false
    /// The position to which the listener last jumped; nil once the next change of the title was handled.
    private var jump: MediaTime?
    /// The part of the player's total heard time that was already added to songs.
    private var counted = Duration.zero
    private var isMuted = false
    private var rate = 1.0

    /// Handles a notification from the player and returns the events for the services.
    /// - Parameter clock: converts the player's times to dates.
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

    /// Ends the current song because tracking ends. Returns an event if the song counts as listened to.
    mutating func end(_ snapshot: PlaybackSnapshot) -> [Event] {
        count(snapshot)
        return leave(at: nil, snapshot)
    }

    /// Adds the sound that was heard since the last notification to the current song.
    private mutating func count(_ snapshot: PlaybackSnapshot) {
        let heard = snapshot.tally.heard
        if !isMuted, heard > counted { current?.heard += (heard - counted) * rate }
        (counted, isMuted, rate) = (heard, snapshot.isMuted, snapshot.rate)
    }

    /// Ends the previous song, and begins the song that the new title names.
    private mutating func titleDidChange(_ snapshot: PlaybackSnapshot, by clock: WallClock) -> [Event] {
        let position = snapshot.nowPlaying?.position ?? .zero
        let isJump = jump.map { (max($0, position) - min($0, position)) <= Self.tolerance } ?? false
        jump = nil
        let events = leave(at: isJump ? nil : position, snapshot)
        // A later title was heard from its beginning. An item's first title was, too, if the item was heard for a while
        // without a title, or if the title begins near the start of a file.
        let isWhole =
            hasTitle || snapshot.heardDuration > Self.tuningSpan
            || (snapshot.stream?.duration != nil && position <= MediaTime(Self.tuningSpan))
        hasTitle = true
        return events + enter(snapshot, isWhole: isWhole && !isJump, isJump: isJump, by: clock)
    }

    /// Begins a listen to the song that is heard. Continues the song's earlier listen if the song was interrupted for
    /// at most ``returnSpan``, or if the listener has jumped back to it.
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
            // If the song began in another item, its range on that item's timeline is replaced by the position in this
            // item.
            if song.item != item { (song.item, song.place, song.isWhole) = (item, place, false) }
            current = song
        } else {
            current = Song(listen: listen, item: item, place: place, isWhole: isWhole)
        }
        current?.fileLength = snapshot.stream?.duration
        return current.map { [.begins($0.listen)] } ?? []
    }

    /// Ends the current song. Returns an event if the song counts as listened to.
    /// - Parameter end: the position of the song's end; nil if the end was not heard.
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
