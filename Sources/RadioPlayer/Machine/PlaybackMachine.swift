import RadioAudio
import RadioLoop
import RadioStreams

/// Decides what a player does: events and the time in, facts and actions out. Pure: no clock, file, socket or chance.
///
/// The table "when → then" of the design is this type; its tests are the table's rows.
public struct PlaybackMachine: Sendable {
    public private(set) var facts = PlaybackFacts()
    public let policy: PlaybackPolicy
    /// Whether the output may be given sound: false while it gathers enough to start.
    public private(set) var isGivingSound = false

    // The item.
    private var addressCount = 0
    private var address = 0
    private var isFinite = false
    private var wasHeard = false
    private var isAllWritten = false
    /// Addresses that failed for good in a row; all of them end the item.
    private var hopeless = 0

    // Failures in a row without sound.
    private var attempt = 0
    private var firstFailure: MonotonicInstant?
    private var lastDelay = Duration.zero
    /// Since when nothing is heard although it is wanted.
    private var silentSince: MonotonicInstant?
    private var playingSince: MonotonicInstant?
    private var itemBegan: MonotonicInstant?

    // Deadlines.
    private var firstSoundDeadline: MonotonicInstant?
    private var lastByte: MonotonicInstant?

    private var stallsInARow = 0
    private var interruptions: [InterruptionKind: Int] = [:]
    private var random: SplitMix64

    /// - Parameter seed: of the jitter.
    public init(policy: PlaybackPolicy, seed: UInt64 = 0) {
        self.policy = policy
        random = SplitMix64(state: seed)
    }

    /// Takes one event in at a time.
    public mutating func handle(_ event: PlaybackEvent, at now: MonotonicInstant) -> [PlaybackAction] {
        let before = facts.status
        var actions = respond(to: event, at: now)
        if facts.status != before { actions.append(.publish(.statusDidChange)) }
        return actions
    }

    private mutating func respond(to event: PlaybackEvent, at now: MonotonicInstant) -> [PlaybackAction] {
        switch event {
        case .play(let count): return play(addressCount: count, at: now)
        case .resume(let atLiveEdge): return resume(atLiveEdge: atLiveEdge, at: now)
        case .pause: return pause()
        case .stop: return stop()
        case .streamOpened(let isFinite): return streamOpened(isFinite: isFinite, at: now)
        case .bytesReceived: return bytesReceived(at: now)
        case .held(let duration): return held(duration)
        case .streamEnded(let error): return streamEnded(error, at: now)
        case .undecodable(let text): return undecodable(text, at: now)
        case .consumed: return consumed(at: now)
        case .ranDry: return ranDry(at: now)
        case .allWritten: return allWritten()
        case .endHeard: return endHeard()
        case .outputFailed(let error): return outputFailed(error, at: now)
        case .outputAvailable: return outputAvailable(at: now)
        case .serverFroze: return serverFroze(at: now)
        case .deviceRemoved(let anotherExists): return deviceRemoved(anotherExists: anotherExists)
        case .deviceReturned: return deviceReturned(at: now)
        case .interruptionBegan(let kind): return interruptionBegan(kind)
        case .interruptionEnded(let kind): return interruptionEnded(kind, at: now)
        case .networkReturned: return networkReturned(at: now)
        case .woke: return woke(at: now)
        case .tick: return tick(at: now)
        }
    }

    // MARK: The listener

    private mutating func play(addressCount: Int, at now: MonotonicInstant) -> [PlaybackAction] {
        let suppressions = facts.suppressions
        facts = PlaybackFacts()
        facts.intent = .playing
        // A phone call goes on; what the device did is settled by the listener's wish.
        facts.suppressions = suppressions.subtracting([.outputDeviceRemoved, .noOutputDevice])
        self.addressCount = addressCount
        address = 0
        isFinite = false
        wasHeard = false
        isAllWritten = false
        hopeless = 0
        stallsInARow = 0
        isGivingSound = false
        playingSince = nil
        itemBegan = now
        forgetFailures()
        silentSince = now
        facts.sound = .filling
        return [.closeStream, .closeOutput, .clearTimeline] + open(at: now)
    }

    private mutating func resume(atLiveEdge: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard addressCount > 0 else { return [] }
        let hasEnded: Bool
        if case .failed = facts.download {
            hasEnded = true
        } else {
            hasEnded = facts.sound == .ended || facts.sound == .none
        }
        if hasEnded || facts.intent == .stopped { return play(addressCount: addressCount, at: now) }
        guard facts.intent != .playing || atLiveEdge || facts.suppressions.contains(.outputDeviceRemoved) else {
            return []
        }
        facts.intent = .playing
        facts.suppressions.remove(.outputDeviceRemoved)
        silentSince = now
        var actions: [PlaybackAction] = []
        if facts.download == .idle { actions += open(at: now) }
        if case .retrying = facts.download { actions += open(at: now) }
        if atLiveEdge, !isFinite { actions.append(.jumpToLiveEdge) }
        if facts.suppressions.isEmpty { actions.append(.uncork) }
        return actions
    }

    private mutating func pause() -> [PlaybackAction] {
        guard facts.intent == .playing else { return [] }
        facts.intent = .paused
        fallSilent()
        guard case .retrying = facts.download else { return [.cork] }
        // Nobody listens: the next try waits for the listener too.
        facts.download = .idle
        return [.cork]
    }

    /// The sound is held back: it counts as playing again only when the server is seen to consume it.
    private mutating func fallSilent() {
        playingSince = nil
        silentSince = nil
        switch facts.sound {
        case .playing, .draining: facts.sound = .filling
        case .starved where isGivingSound: facts.sound = .filling
        case .none, .filling, .starved, .ended: break
        }
    }

    private mutating func stop() -> [PlaybackAction] {
        guard facts.intent != .stopped || facts.download != .idle else { return [] }
        let suppressions = facts.suppressions
        facts = PlaybackFacts()
        facts.suppressions = suppressions.subtracting([.outputDeviceRemoved, .noOutputDevice])
        isGivingSound = false
        playingSince = nil
        forgetFailures()
        return [.closeStream, .closeOutput, .clearTimeline]
    }

    // MARK: The stream

    private mutating func open(at now: MonotonicInstant) -> [PlaybackAction] {
        facts.download = .connecting
        lastByte = nil
        firstSoundDeadline = now.advanced(by: policy.firstSoundTimeout)
        return [.openStream(address: address)]
    }

    private mutating func streamOpened(isFinite: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        self.isFinite = isFinite
        facts.download = .receiving
        lastByte = now
        return []
    }

    private mutating func bytesReceived(at now: MonotonicInstant) -> [PlaybackAction] {
        lastByte = now
        if case .frozen = facts.download { facts.download = .receiving }
        return []
    }

    private mutating func held(_ duration: Duration) -> [PlaybackAction] {
        if duration >= policy.startBuffer || facts.download == .ended { firstSoundDeadline = nil }
        guard !isGivingSound, duration >= neededBuffer || (facts.download == .ended && duration > .zero) else {
            return []
        }
        switch facts.sound {
        case .filling, .starved: break
        case .none, .playing, .draining, .ended: return []
        }
        guard !facts.suppressions.contains(.noOutputDevice) else { return [] }
        isGivingSound = true
        return [.startOutput]
    }

    private var neededBuffer: Duration {
        guard stallsInARow > 0 else { return policy.startBuffer }
        let doubled = policy.restartBuffer * (1 << min(stallsInARow - 1, 8))
        return min(doubled, policy.maximumRestartBuffer)
    }

    private mutating func streamEnded(_ error: StreamError?, at now: MonotonicInstant) -> [PlaybackAction] {
        guard let error else {
            facts.download = .ended
            lastByte = nil
            firstSoundDeadline = nil
            return []
        }
        return failed(error, at: now)
    }

    private mutating func undecodable(_ text: String, at now: MonotonicInstant) -> [PlaybackAction] {
        wasHeard ? failed(.unsupported(text), at: now) : giveUp(.undecodable(text))
    }

    /// A try has failed. Sound that is held plays on.
    private mutating func failed(_ error: StreamError, at now: MonotonicInstant) -> [PlaybackAction] {
        lastByte = nil
        firstSoundDeadline = nil
        guard facts.intent == .playing else {
            facts.download = .idle
            return [.closeStream]
        }
        attempt += 1
        let began = firstFailure ?? now
        firstFailure = began
        if !wasHeard {
            hopeless = error.isPermanent ? hopeless + 1 : 0
            if hopeless >= addressCount { return giveUp(.stream(error)) }
            if case .hostUnknown = error, let patience = policy.unknownHostPatience, let itemBegan,
                itemBegan.duration(to: now) >= patience, addressCount == 1
            {
                return giveUp(.stream(error))
            }
        }
        if let limit = policy.giveUpAfter, let silentSince, silentSince.duration(to: now) >= limit {
            return giveUp(.givenUp(last: error))
        }
        // The other addresses come first, without a wait, then all of them by the curve.
        address = (address + 1) % max(addressCount, 1)
        let round = (attempt - 1) / max(addressCount, 1) + 1
        var delay = Duration.zero
        if attempt % max(addressCount, 1) == 0 {
            delay = policy.retryDelay(
                attempt: round, elapsed: began.duration(to: now), previous: lastDelay, random: random.unit())
            lastDelay = delay
        }
        if case .serverError(_, _, let wait?) = error { delay = max(delay, wait) }
        facts.download = .retrying(attempt: attempt, at: now.advanced(by: delay), because: error)
        return [.closeStream, .publish(.willRetry(error, attempt: attempt, after: delay))]
    }

    private mutating func giveUp(_ error: PlaybackError) -> [PlaybackAction] {
        facts.download = .failed(error)
        facts.sound = .none
        isGivingSound = false
        playingSince = nil
        forgetFailures()
        return [.closeStream, .closeOutput, .publish(.didFail(error))]
    }

    private mutating func forgetFailures() {
        attempt = 0
        firstFailure = nil
        lastDelay = .zero
        silentSince = nil
        firstSoundDeadline = nil
        lastByte = nil
    }

    // MARK: The output

    private mutating func consumed(at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.sound {
        case .filling, .starved: break
        case .none, .playing, .draining, .ended: return []
        }
        guard isGivingSound, facts.intent == .playing, facts.suppressions.isEmpty else { return [] }
        facts.sound = isAllWritten ? .draining : .playing
        wasHeard = true
        hopeless = 0
        silentSince = nil
        playingSince = now
        return []
    }

    private mutating func ranDry(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.sound == .playing, isGivingSound, facts.intent == .playing, facts.suppressions.isEmpty,
            facts.download != .ended
        else { return [] }
        return starve(at: now, keepsGiving: false)
    }

    private mutating func serverFroze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.sound == .playing || facts.sound == .draining else { return [] }
        return starve(at: now, keepsGiving: true)
    }

    private mutating func starve(at now: MonotonicInstant, keepsGiving: Bool) -> [PlaybackAction] {
        facts.sound = .starved(since: now)
        facts.stallCount += 1
        if !keepsGiving {
            stallsInARow += 1
            isGivingSound = false
        }
        silentSince = now
        playingSince = nil
        return [.publish(.didStall)]
    }

    private mutating func allWritten() -> [PlaybackAction] {
        guard facts.download == .ended else { return [] }
        isAllWritten = true
        if facts.sound == .playing { facts.sound = .draining }
        return []
    }

    private mutating func endHeard() -> [PlaybackAction] {
        guard isAllWritten, facts.intent == .playing else { return [] }
        facts.sound = .ended
        facts.intent = .stopped
        facts.download = .idle
        isGivingSound = false
        playingSince = nil
        return [.closeStream, .closeOutput, .publish(.didPlayToEnd)]
    }

    private mutating func outputFailed(_ error: AudioOutputError, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped else { return [] }
        if case .failed = facts.download { return [] }
        if case .file = error { return giveUp(.output(error)) }
        if case .refused = error, !wasHeard { return giveUp(.output(error)) }
        if !wasHeard, !policy.waitsForOutput { return giveUp(.output(error)) }
        isGivingSound = false
        fallSilent()
        if facts.sound != .ended { facts.sound = .filling }
        guard facts.suppressions.insert(.noOutputDevice).inserted else { return [.closeOutput] }
        return [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved))]
    }

    private mutating func outputAvailable(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.suppressions.remove(.noOutputDevice) != nil else { return [] }
        // The next `held` starts it.
        silentSince = now
        return [.publish(.outputRouteDidChange(.deviceAvailable))]
    }

    private mutating func deviceRemoved(anotherExists: Bool) -> [PlaybackAction] {
        guard facts.intent != .stopped else { return [] }
        let new = facts.suppressions.insert(anotherExists ? .outputDeviceRemoved : .noOutputDevice).inserted
        fallSilent()
        return new ? [.cork, .publish(.outputRouteDidChange(.deviceRemoved))] : [.cork]
    }

    private mutating func deviceReturned(at now: MonotonicInstant) -> [PlaybackAction] {
        let held = facts.suppressions.intersection([.outputDeviceRemoved, .noOutputDevice])
        guard !held.isEmpty else { return [] }
        facts.suppressions.subtract(held)
        return [.publish(.outputRouteDidChange(.deviceAvailable))] + uncorkIfWanted(at: now)
    }

    // MARK: Interruptions

    private mutating func interruptionBegan(_ kind: InterruptionKind) -> [PlaybackAction] {
        interruptions[kind, default: 0] += 1
        guard facts.suppressions.insert(.interruption(kind)).inserted else { return [] }
        guard facts.intent != .stopped else { return [] }
        fallSilent()
        return [.cork, .publish(.interruptionBegan(kind))]
    }

    private mutating func interruptionEnded(_ kind: InterruptionKind, at now: MonotonicInstant) -> [PlaybackAction] {
        guard let count = interruptions[kind] else { return [] }
        interruptions[kind] = count > 1 ? count - 1 : nil
        guard count == 1, facts.suppressions.remove(.interruption(kind)) != nil else { return [] }
        guard facts.intent != .stopped else { return [] }
        let resumes = facts.intent == .playing && facts.suppressions.isEmpty
        return [.publish(.interruptionEnded(kind, shouldResume: resumes))] + uncorkIfWanted(at: now)
    }

    private mutating func uncorkIfWanted(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent == .playing, facts.suppressions.isEmpty else { return [] }
        silentSince = now
        return [.uncork]
    }

    // MARK: Time

    private mutating func networkReturned(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent == .playing else { return [] }
        switch facts.download {
        case .retrying: return open(reconnectingAt: now)
        case .failed(.givenUp): return play(addressCount: addressCount, at: now)
        case .idle, .connecting, .receiving, .frozen, .ended, .failed: return []
        }
    }

    private mutating func woke(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent == .playing, !isFinite, facts.sound != .ended else { return [] }
        switch facts.download {
        case .receiving, .frozen, .connecting, .retrying:
            silentSince = now
            return [.closeStream, .jumpToLiveEdge] + open(reconnectingAt: now)
        case .idle, .ended, .failed: return []
        }
    }

    private mutating func open(reconnectingAt now: MonotonicInstant) -> [PlaybackAction] {
        facts.reconnectCount += 1
        return open(at: now)
    }

    private mutating func tick(at now: MonotonicInstant) -> [PlaybackAction] {
        if let playingSince, playingSince.advanced(by: policy.resetAfterHeard) <= now {
            self.playingSince = nil
            attempt = 0
            firstFailure = nil
            lastDelay = .zero
            stallsInARow = 0
        }
        if let deadline = giveUpDeadline, deadline <= now {
            return giveUp(.givenUp(last: lastReason))
        }
        switch facts.download {
        case .retrying(_, let time, _) where time <= now: return open(reconnectingAt: now)
        case .receiving, .frozen:
            if let deadline = firstSoundDeadline, deadline <= now {
                return failed(.timedOut("no sound came within \(Int(policy.firstSoundTimeout.inSeconds)) s"), at: now)
            }
            return checkFreeze(at: now)
        case .connecting:
            guard let deadline = firstSoundDeadline, deadline <= now else { return [] }
            return failed(.timedOut("no sound came within \(Int(policy.firstSoundTimeout.inSeconds)) s"), at: now)
        case .idle, .retrying, .ended, .failed: return []
        }
    }

    /// Half of the freeze time-out says `frozen`, all of it opens the stream again.
    private mutating func checkFreeze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard let lastByte, !isFinite, facts.intent == .playing else { return [] }
        if lastByte.advanced(by: policy.freezeTimeout) <= now {
            return failed(
                .timedOut("no data came for \(Int(policy.freezeTimeout.inSeconds)) s"), at: now)
        }
        if facts.download == .receiving, lastByte.advanced(by: policy.freezeTimeout / 2) <= now {
            facts.download = .frozen(since: lastByte)
        }
        return []
    }

    private var giveUpDeadline: MonotonicInstant? {
        guard facts.intent == .playing, facts.suppressions.isEmpty, let limit = policy.giveUpAfter else { return nil }
        if case .failed = facts.download { return nil }
        return silentSince?.advanced(by: limit)
    }

    private var lastReason: StreamError {
        if case .retrying(_, _, let error) = facts.download { return error }
        return .timedOut("no sound came")
    }

    /// When ``PlaybackEvent/tick`` is due; nil while nothing waits for time.
    public var nextDeadline: MonotonicInstant? {
        var deadlines: [MonotonicInstant] = []
        if let playingSince { deadlines.append(playingSince.advanced(by: policy.resetAfterHeard)) }
        if let deadline = giveUpDeadline { deadlines.append(deadline) }
        switch facts.download {
        case .retrying(_, let time, _): deadlines.append(time)
        case .connecting: if let deadline = firstSoundDeadline { deadlines.append(deadline) }
        case .receiving, .frozen:
            if let deadline = firstSoundDeadline { deadlines.append(deadline) }
            if let lastByte, !isFinite, facts.intent == .playing {
                let isFrozen = facts.download != .receiving
                deadlines.append(lastByte.advanced(by: isFrozen ? policy.freezeTimeout : policy.freezeTimeout / 2))
            }
        case .idle, .ended, .failed: break
        }
        return deadlines.min()
    }
}
