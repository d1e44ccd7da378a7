import RadioLoop
import RadioStreams

/// Deadlines, and what makes waiting pointless.
extension PlaybackMachine {
    /// A connection that is being made when the network comes back is made anew if it is older than this.
    private static let freshConnection = Duration.seconds(1)

    mutating func networkReturned(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent == .playing else { return [] }
        switch facts.download {
        case .retrying, .frozen: return openAgain(at: now)
        case .connecting:
            // Its first packets, or its name look-up, went nowhere.
            guard let openedAt, openedAt.duration(to: now) >= Self.freshConnection else { return [] }
            return openAgain(at: now)
        case .failed(.givenUp): return playAgain(at: now)
        case .idle, .receiving, .ended, .failed: return []
        }
    }

    mutating func woke(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped, !isFinite else { return [] }
        switch facts.download {
        case .connecting:
            // Several tell of one waking.
            if let openedAt, openedAt.duration(to: now) < Self.freshConnection { return [] }
        case .receiving, .frozen, .retrying: break
        case .idle, .ended, .failed: return []
        }
        guard facts.intent == .playing else {
            facts.download = .idle
            forgetStream()
            return [.closeStream]
        }
        // What is held is as old as the sleep was long.
        fallSilent()
        isGivingSound = false
        return [.closeStream, .skipHeld] + openAgain(at: now)
    }

    mutating func tick(at now: MonotonicInstant) -> [PlaybackAction] {
        func isDue(_ deadline: MonotonicInstant?) -> Bool { deadline.map { $0 <= now } ?? false }
        if isDue(resetDeadline) {
            attempt = 0
            firstFailure = nil
            isMadeAgain = false
            lastDelay = .zero
        }
        if isDue(calmDeadline) { stallsInARow = 0 }
        if isDue(marginDeadline) { return startGiving() }
        if isDue(giveUpDeadline) { return giveUp(lastReason) }
        if isDue(outputRetry) { return outputAvailable(isSameDevice: true) }
        switch facts.download {
        case .retrying(_, let time, _):
            guard time <= now else { return [] }
            return verdict.map { giveUp($0) } ?? openAgain(at: now)
        case .connecting, .receiving, .frozen:
            if isDue(firstSoundDeadline) {
                return failed(.timedOut("no sound came within \(Int(policy.firstSoundTimeout.inSeconds)) s"), at: now)
            }
            return checkFreeze(at: now)
        case .idle, .ended, .failed: return []
        }
    }

    /// Half of the freeze time-out says `frozen`, all of it opens the stream again.
    private mutating func checkFreeze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard let lastByte, let freezeDeadline, freezeDeadline <= now else { return [] }
        if lastByte.advanced(by: policy.freezeTimeout) <= now {
            return failed(.timedOut("no data came for \(Int(policy.freezeTimeout.inSeconds)) s"), at: now)
        }
        facts.download = .frozen(since: lastByte)
        return []
    }

    // MARK: Deadlines

    /// When ``PlaybackEvent/tick`` is due; nil while nothing waits for time.
    public var nextDeadline: MonotonicInstant? {
        var next: MonotonicInstant?
        func consider(_ deadline: MonotonicInstant?) {
            if let deadline { next = min(next ?? deadline, deadline) }
        }
        consider(resetDeadline)
        consider(calmDeadline)
        consider(giveUpDeadline)
        consider(outputRetry)
        consider(marginDeadline)
        switch facts.download {
        case .retrying(_, let time, _): consider(time)
        case .connecting, .receiving, .frozen:
            consider(firstSoundDeadline)
            consider(freezeDeadline)
        case .idle, .ended, .failed: break
        }
        return next
    }

    /// When the failures are forgotten: so long has sound been heard while the download was well.
    private var resetDeadline: MonotonicInstant? {
        attempt > 0 ? healthySince?.advanced(by: policy.resetAfterHeard) : nil
    }

    private var calmDeadline: MonotonicInstant? {
        stallsInARow > 0 ? playingSince?.advanced(by: Self.calm) : nil
    }

    var giveUpDeadline: MonotonicInstant? {
        guard let limit = policy.giveUpAfter else { return nil }
        return silentSince?.advanced(by: limit)
    }

    private var freezeDeadline: MonotonicInstant? {
        guard let lastByte, facts.intent == .playing else { return nil }
        switch facts.download {
        case .receiving: return lastByte.advanced(by: policy.freezeTimeout / 2)
        case .frozen: return lastByte.advanced(by: policy.freezeTimeout)
        case .idle, .connecting, .retrying, .ended, .failed: return nil
        }
    }

    private var lastReason: PlaybackError {
        if isServerFrozen { return .output(.serverLost("the sound server does not answer")) }
        return .givenUp(last: lastError ?? .timedOut("no sound came"))
    }
}
