import RadioLoop

/// What the listener, a remote or a schedule asks for.
extension PlaybackMachine {
    /// The same item from its beginning, or a station from its live edge: first the address that worked.
    mutating func playAgain(at now: MonotonicInstant) -> [PlaybackAction] {
        let working = workingAddress
        let actions = play(
            addressCount: addressCount, first: working ?? 0, mayHaveMoved: mayHaveMoved,
            hasAlternative: hasAlternative, at: now)
        workingAddress = working
        return actions
    }

    mutating func play(
        addressCount: Int, first: Int, mayHaveMoved: Bool, hasAlternative: Bool, at now: MonotonicInstant
    ) -> [PlaybackAction] {
        begin()
        self.mayHaveMoved = mayHaveMoved
        self.hasAlternative = hasAlternative
        workingAddress = nil
        facts.intent = .playing
        facts.sound = .filling
        self.addressCount = addressCount
        address = first < addressCount ? max(first, 0) : 0
        itemBegan = now
        let actions: [PlaybackAction] = [.closeStream, .closeOutput, .clearTimeline]
        guard addressCount > 0 else { return actions + giveUp(.stream(.emptyPlaylist("the station has no address"))) }
        return actions + open(at: now)
    }

    /// Nothing is left of the item before. What the device did is settled by the listener's wish; the machine's own
    /// interruptions (sleep) go on.
    private mutating func begin() {
        forgetOutput()
        forgetStream()
        forgetFailures()
        let suppressions = facts.suppressions.subtracting([.outputDeviceRemoved, .noOutputDevice])
        facts = PlaybackFacts()
        facts.suppressions = suppressions
        isFinite = false
        hasLookedForAddress = false
        notBefore = [:]
        stallsInARow = 0
        enough = nil
        silentSince = nil
        itemBegan = nil
    }

    mutating func resume(atLiveEdge: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard addressCount > 0 else { return [] }
        if hasFailed || facts.intent == .stopped { return playAgain(at: now) }
        let wasHeldBack = !wantsSound
        if facts.intent == .paused { forgetFailures() }
        facts.intent = .playing
        // The listener decides for the device that there is now; whether there is none is tried again.
        facts.suppressions.subtract([.outputDeviceRemoved, .noOutputDevice])
        outputRetry = nil
        if isEndHeard, wantsSound { return finish() }
        var actions: [PlaybackAction] = []
        switch facts.download {
        case .idle, .retrying: actions += openAgain(at: now)
        case .connecting, .receiving, .frozen, .ended, .failed: break
        }
        if atLiveEdge, !isFinite {
            // What is queued goes: it plays when the server is seen to consume what comes now.
            fallSilent()
            actions.append(.jumpToLiveEdge)
        }
        if wasHeldBack || atLiveEdge { actions += uncorkIfWanted() }
        return actions
    }

    mutating func pause() -> [PlaybackAction] {
        guard facts.intent == .playing else { return [] }
        facts.intent = .paused
        fallSilent()
        // Nobody listens: the next try waits for the listener too.
        if case .retrying = facts.download { facts.download = .idle }
        return [.cork]
    }

    mutating func stop() -> [PlaybackAction] {
        guard facts.intent != .stopped || facts.sound != .none else { return [] }
        begin()
        return [.closeStream, .closeOutput, .clearTimeline]
    }

    /// What is queued goes: it plays when the server is seen to consume what comes now.
    mutating func sought(isHeld: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped else { return [] }
        fallSilent()
        isAllWritten = false
        isEndHeard = false
        guard !isHeld else { return [] }
        isGivingSound = false
        return facts.download == .ended ? open(at: now) : []
    }
}
