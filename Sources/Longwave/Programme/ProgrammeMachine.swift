import RadioLoop
import RadioPlayer

/// Decides which source of a programme plays, and which others are watched. Pure.
struct ProgrammeMachine {
    /// What the source that plays does.
    enum Condition: Hashable {
        case sounding
        /// Sound is heard, but no new sound arrives.
        case faltering
        case silent
        /// The player has given the source up, or the source has ended.
        case gone
        /// The listener wants no sound, or sound is suppressed. Nothing is known about the source.
        case suspended
    }

    enum Event: Hashable {
        case condition(Condition)
        case stalled
        case air(DeadAirDetector.Air)
        /// Another title is heard, or a quiet moment: a good time to change to another source.
        case goodMoment
        /// The health of a watched source has changed.
        case health(Int, SourceWatch.Health)
        /// ``nextDeadline`` has passed.
        case tick
    }

    enum Action: Hashable {
        case watch(Int)
        case release(Int)
        /// Plays a source. Its watch, if any, ends.
        case play(Int, ProgrammePlace.Reason)
    }

    /// So many stalls within ``stallPeriod`` are too many.
    static let maximumStalls = 3
    static let stallPeriod = Duration.seconds(300)
    /// How long a return waits for a good moment.
    static let maximumReturnWait = Duration.seconds(300)
    /// If a source fails again so soon after a return, the next return takes twice as long.
    static let trialPeriod = Duration.seconds(600)
    static let maximumReturnAfter = Duration.seconds(3600)
    /// The maximum number of sources before the playing one that are watched.
    static let maximumEarlier = 4

    /// The facts about the source that plays.
    private struct Playing {
        var condition = Condition.silent
        /// Since when the condition is `silent`; nil in other conditions.
        var silentSince: MonotonicInstant?
        var air = DeadAirDetector.Air.unknown
        var stalls: [MonotonicInstant] = []
    }

    /// A source that is watched.
    private struct Watched {
        var health = SourceWatch.Health.waiting
        /// Since when the health is the same.
        var since: MonotonicInstant
    }

    /// How far a source is trusted.
    private struct Trust {
        var returnAfter: Duration
        /// When the player went back to the source; nil if it has left it since.
        var returned: MonotonicInstant?
    }

    private let programme: Programme
    private(set) var current = 0
    private var playing: Playing
    private var watched: [Int: Watched] = [:]
    private var trust: [Int: Trust] = [:]
    /// When the machine must be asked again; nil if only events change anything.
    private(set) var nextDeadline: MonotonicInstant?

    /// Begins with the first source, which is connecting.
    init(_ programme: Programme, at now: MonotonicInstant) {
        self.programme = programme
        playing = Playing(silentSince: now)
        nextDeadline = now
    }

    mutating func handle(_ event: Event, at now: MonotonicInstant) -> [Action] {
        var isGoodMoment = false
        switch event {
        case .condition(let condition):
            playing.condition = condition
            playing.silentSince = condition == .silent ? playing.silentSince ?? now : nil
        case .stalled: playing.stalls = (playing.stalls + [now]).suffix(Self.maximumStalls)
        case .air(let air): playing.air = air
        case .goodMoment: isGoodMoment = true
        case .health(let source, let health):
            // A watch that was released in this turn may still report.
            if watched[source] != nil { watched[source] = Watched(health: health, since: now) }
        case .tick: break
        }
        var actions: [Action] = []
        if let (source, reason) = choice(isGoodMoment: isGoodMoment, at: now) {
            go(to: source, at: now)
            actions.append(.play(source, reason))
        }
        actions += followWatches(at: now)
        nextDeadline = deadlines.filter { $0 > now }.min()
        return actions
    }

    /// Whether the source that plays has been given up, or has ended.
    var isGone: Bool { playing.condition == .gone }

    // MARK: Judging

    /// Why the source that plays should be left; nil if it should not.
    private func verdict(at now: MonotonicInstant) -> ProgrammePlace.Reason? {
        switch playing.condition {
        case .suspended: return nil
        case .gone: return .failure
        case .silent where playing.silentSince.map { $0.duration(to: now) >= programme.patience } ?? false:
            return .silence
        case .sounding, .faltering, .silent: break
        }
        if playing.air == .dead { return .deadAir }
        let recent = playing.stalls.filter { $0.duration(to: now) < Self.stallPeriod }
        return recent.count >= Self.maximumStalls ? .stalls : nil
    }

    /// How long a silence lasts until another source is received, which may be needed soon.
    private var alertness: Duration { min(programme.patience / 4, .seconds(1)) }

    /// Whether another source may be needed soon.
    private func isInTrouble(at now: MonotonicInstant) -> Bool {
        switch playing.condition {
        case .suspended: false
        case .faltering, .gone: true
        case .silent: playing.silentSince.map { $0.duration(to: now) >= alertness } ?? false
        case .sounding: playing.air == .suspicious || verdict(at: now) != nil
        }
    }

    // MARK: Choosing

    /// The source to play instead of the current one; nil if the current one stays.
    private func choice(isGoodMoment: Bool, at now: MonotonicInstant) -> (Int, ProgrammePlace.Reason)? {
        if let reason = verdict(at: now) {
            let earlier = (0..<current).first { watched[$0]?.health == .healthy }
            let next = earlier ?? candidates(at: now).last { watched[$0]?.health == .healthy }
            return next.map { ($0, reason) }
        }
        guard playing.condition != .suspended else { return nil }
        let well = (0..<current).first { source in
            guard let since = wellSince(source)?.duration(to: now) else { return false }
            let needed = returnAfter(source)
            return isGoodMoment && since >= needed || since >= needed + Self.maximumReturnWait
        }
        return well.map { ($0, .recovery) }
    }

    private func wellSince(_ source: Int) -> MonotonicInstant? {
        watched[source].flatMap { $0.health == .healthy ? $0.since : nil }
    }

    private func returnAfter(_ source: Int) -> Duration { trust[source]?.returnAfter ?? programme.returnAfter }

    /// The sources to try next, in order: each that has failed or sends no sound, and the first that may still be well.
    private func candidates(at now: MonotonicInstant) -> [Int] {
        let count = programme.sources.count
        var order = (1..<max(count, 1)).map { (current + $0) % count }
        if playing.condition == .gone { order.append(current) }
        let end = order.firstIndex { source in
            guard let watch = watched[source] else { return true }
            return switch watch.health {
            case .healthy: true
            case .waiting: watch.since.duration(to: now) < programme.patience
            case .failed: false
            }
        }
        return Array(order.prefix((end ?? order.count) + 1))
    }

    private mutating func go(to source: Int, at now: MonotonicInstant) {
        if let returned = trust[current]?.returned {
            let failedAgain = returned.duration(to: now) < Self.trialPeriod
            let next = failedAgain ? min(returnAfter(current) * 2, Self.maximumReturnAfter) : programme.returnAfter
            trust[current] = Trust(returnAfter: max(next, programme.returnAfter))
        }
        if source < current { trust[source] = Trust(returnAfter: returnAfter(source), returned: now) }
        current = source
        playing = Playing(silentSince: now)
        watched[source] = nil
    }

    // MARK: Watching

    private mutating func followWatches(at now: MonotonicInstant) -> [Action] {
        var wanted: Set<Int> = []
        if playing.condition != .suspended {
            wanted = Set((0..<current).prefix(Self.maximumEarlier))
            if isInTrouble(at: now) {
                wanted.formUnion(candidates(at: now))
            } else if programme.isWarm {
                wanted.formUnion(candidates(at: now).filter { $0 > current })
            }
        }
        let released = watched.keys.filter { !wanted.contains($0) }.sorted()
        for source in released { watched[source] = nil }
        let new = wanted.filter { watched[$0] == nil }.sorted()
        for source in new { watched[source] = Watched(since: now) }
        return released.map { .release($0) } + new.map { .watch($0) }
    }

    /// The moments at which time alone may change a decision. Those that have passed count no more.
    private var deadlines: [MonotonicInstant] {
        guard playing.condition != .suspended else { return [] }
        let silent = playing.silentSince.map { [$0.advanced(by: alertness), $0.advanced(by: programme.patience)] }
        let watches = watched.flatMap { source, watch in
            switch watch.health {
            case .waiting: [watch.since.advanced(by: programme.patience)]
            case .healthy where source < current:
                [watch.since.advanced(by: returnAfter(source) + Self.maximumReturnWait)]
            case .healthy, .failed: [MonotonicInstant]()
            }
        }
        return (silent ?? []) + watches
    }
}
