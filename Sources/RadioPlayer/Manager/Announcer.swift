import RadioAudio
import RadioFormats
import RadioLoop

/// A sound to be heard over what plays, which is softer meanwhile.
public struct Announcement: Hashable, Sendable {
    /// A file, or an address whose sound ends. After ``maximumDuration``, the announcement is cut off.
    public var item: PlaybackItem
    /// By how many decibels what plays is softer meanwhile, 0…60.
    public var ducking: Double
    /// When the announcement begins, counted since 1970-01-01T00:00:00Z. Nil for as soon as possible.
    public var date: MediaTime?

    public static let maximumDuration = Duration.seconds(600)

    public init(_ item: PlaybackItem, ducking: Double = 14, date: MediaTime? = nil) {
        self.item = item
        self.ducking = min(max(ducking, 0), 60)
        self.date = date
    }
}

/// Why an announcement is not made.
public enum AnnouncementError: Error, Hashable, Sendable {
    case failed(PlaybackError)
    /// The output is a file, or packets are recorded without decoding.
    case noOutput
    /// This many announcements wait already.
    case tooMany(Int)
    /// The sound was stopped before the announcement began.
    case stopped
}

/// Plays announcements, one after another, each on a player of its own, over what the main player plays.
final class Announcer {
    /// The largest number of announcements that wait.
    static let maximumCount = 16
    /// How long what plays takes to become softer, and loud again.
    private static let ramp = Duration.milliseconds(300)
    /// How long before its date an announcement is received.
    private static let lead = Duration.seconds(10)
    /// How long an announcement may take to bring its first sound.
    private static let patience = Duration.seconds(20)

    typealias Answer = (AnnouncementError?) -> Void

    /// An announcement that waits or is heard.
    private final class Entry {
        let announcement: Announcement
        /// The player, which is made shortly before the announcement is due.
        var player: Player?
        /// Called once: when the announcement can be heard or waits for its date, or with the reason why it cannot.
        private var answer: Answer?
        var isReady = false
        /// Ends an announcement that brings no sound, or that does not end by itself.
        var limit: LoopTimer? {
            didSet { oldValue?.cancel() }
        }

        init(_ announcement: Announcement, _ answer: @escaping Answer) {
            self.announcement = announcement
            self.answer = answer
        }

        deinit { limit?.cancel() }

        func settle(_ error: AnnouncementError?) { answer.take()?(error) }
    }

    private let loop: EventLoop
    private let makePlayer: () -> Player?
    /// Makes what plays softer, to a factor.
    private let duck: (Float, Duration) -> Void
    private var waiting: [Entry] = []
    private var current: Entry?
    /// The factor by which what plays is softer now.
    private(set) var ducking: Float = 1
    /// Fires when the next announcement is due, and when what plays has become softer.
    private var timer: LoopTimer!

    /// - Parameters:
    ///   - makePlayer: makes a player for one announcement; nil if the output cannot play two sounds at once.
    ///   - duck: makes what plays softer, to a factor, within a duration.
    init(loop: EventLoop, makePlayer: @escaping () -> Player?, duck: @escaping (Float, Duration) -> Void) {
        self.loop = loop
        self.makePlayer = makePlayer
        self.duck = duck
        timer = loop.makeTimer { [weak self] in self?.goOn() }
    }

    deinit { timer.cancel() }

    var isEmpty: Bool { waiting.isEmpty && current == nil }

    /// Receives an announcement, and plays it after those that came before and are due.
    ///
    /// - Parameter answer: called once on the loop: with nil when the announcement was received or waits for its date,
    ///   or with the reason why it cannot be heard.
    func add(_ announcement: Announcement, then answer: @escaping Answer) {
        guard waiting.count < Self.maximumCount else { return answer(.tooMany(Self.maximumCount)) }
        let entry = Entry(announcement, answer)
        waiting.append(entry)
        goOn()
    }

    /// Receives an announcement's sound.
    private func prepare(_ entry: Entry) {
        guard let player = makePlayer() else { return end(entry, .noOutput) }
        entry.player = player
        player.onNotification = { [weak self, weak entry] in
            guard let self, let entry else { return }
            received($0, entry)
        }
        entry.limit = loop.schedule(after: Self.patience) { [weak self, weak entry] in
            guard let self, let entry else { return }
            end(entry, .failed(.stream(.timedOut("no sound within \(Int(Self.patience.inSeconds)) s"))))
        }
        player.play(entry.announcement.item)
        player.pause()
    }

    /// Calls `body` with the players of all announcements.
    func forEachPlayer(_ body: (Player) -> Void) {
        for entry in [current].compactMap(\.self) + waiting { entry.player.map(body) }
    }

    /// Ends all announcements, because the listener wants no sound.
    func stop() {
        let all = [current].compactMap(\.self) + waiting
        (current, waiting) = (nil, [])
        timer.disarm()
        for entry in all {
            entry.player?.stop()
            entry.settle(.stopped)
        }
        endDucking()
    }

    /// Computes anew when the announcements with a date are due.
    func clockWasSet() { goOn() }

    private func received(_ notification: PlaybackNotification, _ entry: Entry) {
        // The player is not released inside its own notification.
        switch notification {
        case .formatDidChange where !entry.isReady:
            entry.isReady = true
            entry.limit = nil
            entry.settle(nil)
            loop.post { [weak self] in self?.goOn() }
        case .didPlayToEnd: loop.post { [weak self] in self?.end(entry, nil) }
        case .didFail(let error, _): loop.post { [weak self] in self?.end(entry, .failed(error)) }
        // Without its device, the announcement is not wanted later.
        case .outputRouteDidChange(.deviceRemoved, _): loop.post { [weak self] in self?.end(entry, .stopped) }
        default: break
        }
    }

    private func end(_ entry: Entry, _ error: AnnouncementError?) {
        waiting.removeAll { $0 === entry }
        if current === entry { current = nil }
        entry.limit = nil
        entry.player?.stop()
        entry.settle(error)
        goOn()
    }

    /// The time until an announcement is due.
    private func left(until announcement: Announcement) -> Duration {
        guard let date = announcement.date else { return .zero }
        let now = loop.wallClock.milliseconds(loop.now)
        return max((date - MediaTime(value: now, timescale: 1000)).duration, .zero)
    }

    /// Receives the announcements that are due soon, and plays the first that is due, once what plays is soft.
    private func goOn() {
        for entry in waiting where entry.player == nil {
            if left(until: entry.announcement) <= Self.lead { prepare(entry) } else { entry.settle(nil) }
        }
        guard current == nil else { return begin() }
        guard let next = waiting.first(where: { $0.isReady && left(until: $0.announcement) <= .zero }) else {
            endDucking()
            let waits = waiting.map { left(until: $0.announcement) }.map { $0 > Self.lead ? $0 - Self.lead : $0 }
            return waits.filter { $0 > .zero }.min().map { timer.rearm(after: $0) } ?? timer.disarm()
        }
        current = next
        waiting.removeAll { $0 === next }
        ducking = Float(Decibels.amplitude(-next.announcement.ducking))
        duck(ducking, Self.ramp)
        timer.rearm(after: Speaker.reserve + Self.ramp)
    }

    private func endDucking() {
        guard ducking != 1 else { return }
        ducking = 1
        duck(1, Self.ramp)
    }

    private func begin() {
        guard let current, let player = current.player, !timer.isArmed, player.machine.facts.intent == .paused else {
            return
        }
        current.limit = loop.schedule(after: Announcement.maximumDuration) { [weak self, weak current] in
            if let current { self?.end(current, nil) }
        }
        player.resume(atLiveEdge: false)
    }
}
