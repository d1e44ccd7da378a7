import RadioLoop
import RadioStreams

/// What comes from the stream, and what is done when nothing does.
extension PlaybackMachine {
    mutating func streamOpened(
        isFinite: Bool, keepsOwnTime: Bool, holdBack: Duration?, at now: MonotonicInstant
    ) -> [PlaybackAction] {
        guard facts.download == .connecting else { return [] }
        self.holdBack = holdBack
        self.isFinite = isFinite
        self.keepsOwnTime = keepsOwnTime
        facts.download = .receiving
        lastByte = keepsOwnTime ? nil : now
        return []
    }

    mutating func bytesReceived(at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .receiving, .frozen: break
        case .idle, .connecting, .retrying, .ended, .failed: return []
        }
        facts.download = .receiving
        if !isHeldBack, !keepsOwnTime { lastByte = now }
        return []
    }

    mutating func heldBack(_ isHeldBack: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .receiving, .frozen: break
        case .idle, .connecting, .retrying, .ended, .failed: return []
        }
        facts.download = .receiving
        self.isHeldBack = isHeldBack
        lastByte = isHeldBack || keepsOwnTime ? nil : now
        return []
    }

    mutating func held(_ duration: Duration, at now: MonotonicInstant) -> [PlaybackAction] {
        let isComplete = facts.download == .ended
        // While a connection is made, what is held came from the one before.
        if duration >= policy.startBuffer, facts.download != .connecting { firstSoundDeadline = nil }
        guard mayStart else { return [] }
        // No more comes when all is here, or there is no more room.
        if duration > .zero, isComplete || isHeldBack { return startGiving() }
        guard duration >= neededBuffer else {
            enough = nil
            return []
        }
        let first = enough ?? (now, duration)
        enough = first
        return duration >= first.held + margin || first.since.advanced(by: margin) <= now ? startGiving() : []
    }

    private var mayStart: Bool {
        guard !isGivingSound, facts.suppressions.isDisjoint(with: [.noOutputDevice, .outputDeviceRemoved]) else {
            return false
        }
        switch facts.sound {
        case .filling, .starved: return true
        case .none, .playing, .draining, .ended: return false
        }
    }

    mutating func startGiving() -> [PlaybackAction] {
        isGivingSound = true
        enough = nil
        return [.startOutput]
    }

    /// After a stall of a live station in segments: a whole segment comes at once and the next one just when it has been heard, or a
    /// little later. So it begins as much later as else would be gathered. Not where sound comes in parts as it is made: it would be left out again.
    private var margin: Duration {
        keepsOwnTime && holdBack == nil && !isFinite && stallsInARow > 0 ? neededBuffer : .zero
    }

    /// When what is held has waited for long enough; nil while it is not enough.
    var marginDeadline: MonotonicInstant? { mayStart ? enough?.since.advanced(by: margin) : nil }

    /// With sound going on, what comes may never pile up: a station without a burst brings it as it is played.
    mutating func soundReceived() -> [PlaybackAction] {
        guard facts.download == .receiving || facts.download == .ended else { return [] }
        hasBroughtSound = true
        if isSounding { firstSoundDeadline = nil }
        return []
    }

    /// Sound that must be held before it is given to the output.
    private var neededBuffer: Duration { neededBuffer(afterStalls: stallsInARow) }

    private func neededBuffer(afterStalls count: Int) -> Duration {
        guard count > 0 else { return policy.startBuffer }
        let doubled = policy.restartBuffer * (1 << min(count - 1, 8))
        let most = holdBack.map { max($0 / 2, policy.startBuffer) } ?? policy.maximumRestartBuffer
        return min(doubled, most, policy.maximumRestartBuffer)
    }

    /// Sound that would have to be gathered if it ran out now: with that in hand it has not.
    public var bufferAfterStall: Duration { neededBuffer(afterStalls: stallsInARow + 1) }

    mutating func streamEnded(_ error: StreamError?, at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .connecting, .receiving, .frozen: break
        case .idle, .retrying, .ended, .failed: return []
        }
        if let error { return failed(error, at: now) }
        facts.download = .ended
        forgetStream()
        return []
    }

    mutating func undecodable(_ text: String, at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .receiving, .frozen: break
        // All of it is here and will not decode next time either.
        case .ended: return giveUp(.undecodable(text))
        case .idle, .connecting, .retrying, .failed: return []
        }
        if mayFailAtOnce, hopeless + 1 >= addressCount { return giveUp(.undecodable(text)) }
        return failed(.unsupported(text), at: now)
    }

    // MARK: Trying again

    /// Before anything was heard what seems to be of no use ends the item. Who never gives up waits for it instead, as a
    /// server that restarts answers 404 for a while, unless there is something else to play.
    private var mayFailAtOnce: Bool { !facts.wasHeard && (policy.giveUpAfter != nil || hasAlternative) }

    /// A try has failed. Sound that is held plays on.
    mutating func failed(_ error: StreamError, at now: MonotonicInstant) -> [PlaybackAction] {
        let hadBroughtSound = hasBroughtSound
        forgetStream()
        lastError = error
        guard facts.intent == .playing else {
            facts.download = .idle
            return [.closeStream]
        }
        attempt += 1
        let began = firstFailure ?? now
        firstFailure = began
        let isOver = mayFailAtOnce && isHopeless(error, at: now)
        let looks = looksForAddress(after: error)
        if looks { hasLookedForAddress = true }
        if isOver {
            guard looks else { return giveUp(.stream(error)) }
            verdict = .stream(error)
            let deadline = now.advanced(by: Self.addressPatience)
            facts.download = .retrying(attempt: attempt, at: deadline, because: error)
            return [.closeStream, .findAddress]
        }
        if let deadline = giveUpDeadline, deadline <= now { return giveUp(.givenUp(last: error)) }
        if let wait = leastWait(after: error) { notBefore[address] = now.advanced(by: wait) }
        // A connection that breaks in the middle of the sound is made again where it was: only there the sound goes on
        // in one piece. Else the other addresses come first, without a wait; then each try waits by the curve.
        let isInterrupted = if case .connectionLost = error { hadBroughtSound && !isMadeAgain } else { false }
        isMadeAgain = isInterrupted
        if !isInterrupted { address = (address + 1) % addressCount }
        let round = attempt - addressCount + 1
        var delay = Duration.zero
        if round >= 1 {
            delay = policy.retryDelay(
                attempt: round, elapsed: began.duration(to: now), previous: lastDelay, random: random.unit())
            lastDelay = delay
        } else if attempt > Self.hastyTries {
            delay = Self.hastyDelay
        }
        delay = chooseAddress(after: delay, at: now)
        facts.download = .retrying(attempt: attempt, at: now.advanced(by: delay), because: error)
        return [.closeStream] + (looks ? [.findAddress] : [])
            + [.publish(.willRetry(error, attempt: attempt, after: delay))]
    }

    // MARK: Another address

    /// What ends an item waits so long for another address.
    private static let addressPatience = Duration.seconds(30)

    /// Before anything was heard, and when each address has failed once: whether the station may be elsewhere now.
    private func looksForAddress(after error: StreamError) -> Bool {
        mayHaveMoved && !hasLookedForAddress && !facts.wasHeard && attempt >= addressCount && error.mayHaveMoved
    }

    /// It is tried at once where nothing else is; the addresses before it have failed as they have.
    mutating func addressFound(addressCount count: Int, at now: MonotonicInstant) -> [PlaybackAction] {
        guard count > addressCount, facts.intent != .stopped, !hasFailed else { return [] }
        addressCount = count
        verdict = nil
        switch facts.download {
        case .retrying:
            address = count - 1
            return openAgain(at: now) + [.publish(.didFindAddress)]
        case .idle: address = count - 1
        case .connecting, .receiving, .frozen, .ended, .failed: break
        }
        return [.publish(.didFindAddress)]
    }

    mutating func noAddressFound() -> [PlaybackAction] {
        guard let verdict, case .retrying = facts.download else { return [] }
        return giveUp(verdict)
    }

    /// Addresses that are tried one after the other without a wait; more take their time.
    private static let hastyTries = 3
    private static let hastyDelay = Duration.milliseconds(200)
    /// A chain of redirects without an end, or another answer that breaks the rules: a try may be a dozen requests.
    private static let unrulyDelay = Duration.seconds(2)

    private func leastWait(after error: StreamError) -> Duration? {
        switch error {
        case .serverError(_, _, let wait?): min(wait, policy.maximumRetryAfter)
        case .protocolViolation: Self.unrulyDelay
        case .serverError(_, _, nil), .fileMissing, .fileUnreadable, .badAddress, .hostUnknown, .noNetwork,
            .unreachable,
            .timedOut, .insecure, .accessDenied, .notFound, .notSound, .unsupported, .connectionLost, .emptyPlaylist,
            .resources:
            nil
        }
    }

    /// The next address in turn that may be asked after `delay`, else the one that may be asked first; when.
    private mutating func chooseAddress(after delay: Duration, at now: MonotonicInstant) -> Duration {
        let time = now.advanced(by: delay)
        notBefore = notBefore.filter { $0.value > time }
        var best = (address: address, time: notBefore[address] ?? time)
        for step in 1..<max(addressCount, 1) where best.time > time {
            let next = (address + step) % addressCount
            let free = notBefore[next] ?? time
            if free < best.time { best = (next, free) }
        }
        address = best.address
        return max(delay, now.duration(to: best.time))
    }

    /// Before anything was heard: whether all addresses are known to be of no use.
    private mutating func isHopeless(_ error: StreamError, at now: MonotonicInstant) -> Bool {
        hopeless = error.isPermanent ? hopeless + 1 : 0
        if hopeless >= addressCount { return true }
        guard case .hostUnknown = error, let patience = policy.unknownHostPatience, let itemBegan else {
            unknownHosts = 0
            return false
        }
        unknownHosts += 1
        return unknownHosts >= addressCount && itemBegan.duration(to: now) >= patience
    }
}
