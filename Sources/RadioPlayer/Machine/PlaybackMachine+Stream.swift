import RadioFormats
import RadioLoop
import RadioStreams

/// Handles the events of the stream and of time: connection attempts, time-outs, giving up.
extension PlaybackMachine {
    mutating func open(at now: MonotonicInstant) -> [PlaybackAction] {
        item.verdict = nil
        facts.download = .connecting
        connection = ConnectionWatch(openedAt: now, soundTimeout: policy.firstSoundTimeout)
        return [.openStream(address: addresses.current)]
    }

    mutating func openAgain(at now: MonotonicInstant) -> [PlaybackAction] {
        facts.reconnectCount += 1
        facts.attempt = failures.attempt
        return open(at: now)
    }

    mutating func streamOpened(_ source: Prebuffer.Source, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.download == .connecting else { return [] }
        item.source = source
        facts.download = .receiving
        connection.didOpen(keepsOwnTime: source.keepsOwnTime, at: now)
        return []
    }

    mutating func bytesReceived(at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .receiving, .frozen: break
        case .idle, .connecting, .retrying, .ended, .failed: return []
        }
        facts.download = .receiving
        connection.didReceive(at: now)
        return []
    }

    mutating func heldBack(_ isHeldBack: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .receiving, .frozen: break
        case .idle, .connecting, .retrying, .ended, .failed: return []
        }
        facts.download = .receiving
        connection.setHeldBack(isHeldBack, at: now)
        return []
    }

    mutating func held(_ duration: Duration, at now: MonotonicInstant) -> [PlaybackAction] {
        let isComplete = facts.download == .ended
        // While a new connection is being made, all sound that waits to be played came from the old connection. It says
        // nothing about the new connection, whose deadline for sound stays.
        if duration >= policy.startBuffer, facts.download != .connecting { connection.soundCame() }
        guard mayStart else { return [] }
        // No more sound will arrive, because the item is complete or the buffer is full. So playing starts with the
        // sound that was received, however little it is.
        if duration > .zero, isComplete || connection.isHeldBack { return startGiving() }
        return prebuffer.isEnough(duration, source, policy, at: now) ? startGiving() : []
    }

    /// When the output gets the received sound even if no more arrives; nil if too little has arrived or the output
    /// already gets sound.
    private var startDeadline: MonotonicInstant? { mayStart ? prebuffer.deadline(source, policy) : nil }

    /// How the current connection delivers sound. Without a connection, the sound does not count as segmented.
    private var source: Prebuffer.Source {
        var source = item.source
        source.keepsOwnTime = connection.keepsOwnTime
        return source
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
        output.isGivingSound = true
        prebuffer.forgetHeld()
        return [.startOutput]
    }

    /// Notes that the connection brought enough sound.
    ///
    /// While sound is heard, this removes the connection's deadline for sound. A station without a burst sends no
    /// faster than it is played, so the sound that waits to be played may never grow to the size of the start buffer.
    mutating func soundReceived(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.download == .receiving || facts.download == .ended else { return [] }
        connection.hasBroughtSound = true
        if isSounding { connection.soundCame() }
        return failures.recover(at: now).map { [.publish(.downloadDidRecover(attempts: $0.attempts, after: $0.after))] }
            ?? []
    }

    mutating func streamEnded(_ error: StreamError?, at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .connecting, .receiving, .frozen: break
        case .idle, .retrying, .ended, .failed: return []
        }
        if let error { return failed(error, at: now) }
        facts.download = .ended
        connection = ConnectionWatch()
        return []
    }

    mutating func undecodable(_ text: String, at now: MonotonicInstant) -> [PlaybackAction] {
        switch facts.download {
        case .receiving, .frozen: break
        // The item is complete. Receiving it again would not help.
        case .ended: return giveUp(.undecodable(text))
        case .idle, .connecting, .retrying, .failed: return []
        }
        if mayFailAtOnce, failures.hopeless + 1 >= addresses.count { return giveUp(.undecodable(text)) }
        return failed(.unsupported(text), at: now)
    }

    // MARK: Trying again

    /// Whether a failure can end the item before anything was heard.
    ///
    /// If the policy never gives up, the player reconnects even after an error that looks final, because a restarting
    /// server answers 404 for a while. The item then fails only if another item can play instead.
    private var mayFailAtOnce: Bool { !facts.wasHeard && (policy.retry.giveUpAfter != nil || item.hasAlternative) }

    /// Handles a failed connection attempt or a broken connection: gives up, or schedules the next attempt. The sound
    /// received so far continues to play.
    private mutating func failed(_ error: StreamError, at now: MonotonicInstant) -> [PlaybackAction] {
        let hadBroughtSound = connection.hasBroughtSound
        connection = ConnectionWatch()
        guard facts.intent == .playing else {
            failures.note(error)
            facts.download = .idle
            return [.closeStream]
        }
        let isMadeAgain = failures.fail(error, hadBroughtSound: hadBroughtSound, at: now)
        // An output that already gets sound will soon play it, so the item does not end yet.
        let isOver =
            mayFailAtOnce
            && failures.isHopeless(
                error, addresses: addresses.count, policy: policy.retry, begun: item.begun, at: now)
            && !isGivingSound
        let looks = looksForAddress(after: error)
        if isOver {
            guard looks else { return giveUp(.stream(error)) }
            item.verdict = .stream(error)
            let deadline = now.advanced(by: Self.addressPatience)
            facts.download = .retrying(attempt: failures.attempt, at: deadline, because: error)
            return [.closeStream, .findAddress]
        }
        if let deadline = giveUpDeadline, deadline <= now { return giveUp(.givenUp(last: error)) }
        if let wait = policy.retry.leastDelay(after: error) { addresses.avoidCurrent(until: now.advanced(by: wait)) }
        if !isMadeAgain { addresses.advance() }
        let delay = failures.delay(
            addresses: addresses.count, policy: policy.retry, chance: random.unit(), at: now)
        let time = addresses.choose(at: now.advanced(by: delay))
        let wait = max(delay, now.duration(to: time))
        facts.download = .retrying(attempt: failures.attempt, at: now.advanced(by: wait), because: error)
        return [.closeStream] + (looks ? [.findAddress] : [])
            + [.publish(.willRetry(error, attempt: failures.attempt, after: wait))]
    }

    // MARK: Another address

    /// How long the player waits for the result of a search for another address before the item fails.
    private static let addressPatience = Duration.seconds(30)

    /// Returns whether to search a station directory for another address, because the station may have moved. Returns
    /// true at most once for each start of the item.
    ///
    /// A search is made only before any sound was heard, and after each address has failed once.
    private mutating func looksForAddress(after error: StreamError) -> Bool {
        !facts.wasHeard && failures.attempt >= addresses.count && error.mayHaveMoved && addresses.mayLook()
    }

    /// Adds an address that a search has found. If the player waits for its next connection attempt, opens the new
    /// address at once, because all other addresses have failed.
    mutating func addressFound(addressCount count: Int, at now: MonotonicInstant) -> [PlaybackAction] {
        guard count > addresses.count, facts.intent != .stopped, !facts.hasFailed else { return [] }
        addresses.add(count: count)
        item.verdict = nil
        switch facts.download {
        case .retrying:
            addresses.goToNewest()
            return openAgain(at: now) + [.publish(.didFindAddress)]
        case .idle: addresses.goToNewest()
        case .connecting, .receiving, .frozen, .ended, .failed: break
        }
        return [.publish(.didFindAddress)]
    }

    mutating func noAddressFound() -> [PlaybackAction] {
        guard let verdict = item.verdict, case .retrying = facts.download else { return [] }
        return giveUp(verdict)
    }

    // MARK: Time

    /// The least age at which a connection attempt is restarted when the network returns or the computer wakes.
    private static let freshConnection = Duration.seconds(1)

    /// Reconnects, because the network has returned. Does nothing if the stream still delivers or a connection attempt
    /// has just begun.
    mutating func networkReturned(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent == .playing else { return [] }
        switch facts.download {
        case .retrying, .frozen: return openAgain(at: now)
        case .connecting:
            // A connection attempt that is one second old or older began without the network. Its first packets, or the
            // look-up of its host, were lost.
            guard connection.isOlder(than: Self.freshConnection, at: now) == true else { return [] }
            return openAgain(at: now)
        case .failed(.givenUp): return playAgain(at: now)
        case .idle, .receiving, .ended, .failed: return []
        }
    }

    /// Reconnects at once after a certificate was refused, because the wall clock was set. With a wrong clock, a valid
    /// certificate seems to have expired.
    mutating func clockWasSet(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent == .playing else { return [] }
        switch facts.download {
        case .retrying(_, _, .insecure):
            item.verdict = nil
            return openAgain(at: now)
        case .failed(.stream(.insecure)), .failed(.givenUp(last: .insecure)): return playAgain(at: now)
        case .idle, .connecting, .receiving, .frozen, .retrying, .ended, .failed: return []
        }
    }

    /// Reconnects to a live station, because the computer has woken. In a pause, only disconnects.
    mutating func woke(at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped, !item.source.isFinite else { return [] }
        switch facts.download {
        case .connecting:
            // The same wake-up may be reported more than once. If a connection attempt is less than one second old, an
            // earlier report has caused it.
            if connection.isOlder(than: Self.freshConnection, at: now) == false { return [] }
        case .receiving, .frozen, .retrying: break
        case .idle, .ended, .failed: return []
        }
        guard facts.intent == .playing else {
            facts.download = .idle
            connection = ConnectionWatch()
            return [.closeStream]
        }
        // The sound that waits to be played is stale, because it was received before the computer slept.
        fallSilent()
        output.isGivingSound = false
        return [.closeStream, .skipHeld] + openAgain(at: now)
    }

    /// Carries out what a deadline up to `now` demands: forgets failures, starts sound, gives up, or opens the stream
    /// or output again.
    mutating func tick(at now: MonotonicInstant) -> [PlaybackAction] {
        func isDue(_ deadline: MonotonicInstant?) -> Bool { deadline.map { $0 <= now } ?? false }
        if isDue(resetDeadline) { failures.settle() }
        if isDue(calmDeadline) { prebuffer.didCalmDown() }
        if isDue(startDeadline) { return startGiving() }
        if isDue(giveUpDeadline) { return giveUp(lastReason) }
        if isDue(output.retryAt) { return outputAvailable(isSameDevice: true) }
        switch facts.download {
        case .retrying(_, let time, _):
            guard time <= now else { return [] }
            return item.verdict.map { giveUp($0) } ?? openAgain(at: now)
        case .connecting, .receiving, .frozen:
            if isDue(connection.soundDeadline) {
                return failed(.timedOut("no sound within \(Int(policy.firstSoundTimeout.inSeconds)) s"), at: now)
            }
            return checkFreeze(at: now)
        case .idle, .ended, .failed: return []
        }
    }

    /// Sets the download to `frozen` after half of the freeze time-out without bytes. After the whole time-out, treats
    /// the connection as failed.
    private mutating func checkFreeze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard let lastByte = connection.lastByte, let freezeDeadline, freezeDeadline <= now else { return [] }
        if lastByte.advanced(by: policy.freezeTimeout) <= now {
            return failed(.timedOut("no data arrived for \(Int(policy.freezeTimeout.inSeconds)) s"), at: now)
        }
        facts.download = .frozen(since: lastByte)
        return []
    }

    // MARK: Deadlines

    /// When ``PlaybackEvent/tick`` is due; nil if nothing waits for time.
    package var nextDeadline: MonotonicInstant? {
        var next: MonotonicInstant?
        func consider(_ deadline: MonotonicInstant?) {
            if let deadline { next = min(next ?? deadline, deadline) }
        }
        consider(resetDeadline)
        consider(calmDeadline)
        consider(giveUpDeadline)
        consider(output.retryAt)
        consider(startDeadline)
        switch facts.download {
        case .retrying(_, let time, _): consider(time)
        case .connecting, .receiving, .frozen:
            consider(connection.soundDeadline)
            consider(freezeDeadline)
        case .idle, .ended, .failed: break
        }
        return next
    }

    /// When the failures are forgotten: once sound was heard for long enough while the download worked.
    private var resetDeadline: MonotonicInstant? {
        failures.attempt > 0 ? clocks.healthy?.advanced(by: policy.resetAfterHeard) : nil
    }

    /// When the stall count is reset: once sound has played for ``Prebuffer/calm`` without a stall.
    private var calmDeadline: MonotonicInstant? {
        prebuffer.stalls > 0 ? clocks.playing?.advanced(by: Prebuffer.calm) : nil
    }

    var giveUpDeadline: MonotonicInstant? {
        guard let limit = policy.retry.giveUpAfter else { return nil }
        return clocks.silent?.advanced(by: limit)
    }

    private var freezeDeadline: MonotonicInstant? {
        guard let lastByte = connection.lastByte, facts.intent == .playing else { return nil }
        switch facts.download {
        case .receiving: return lastByte.advanced(by: policy.freezeTimeout / 2)
        case .frozen: return lastByte.advanced(by: policy.freezeTimeout)
        case .idle, .connecting, .retrying, .ended, .failed: return nil
        }
    }

    private var lastReason: PlaybackError {
        if facts.isServerFrozen { return .output(.serverLost("the sound server does not answer")) }
        return .givenUp(last: failures.lastError ?? .timedOut("no sound arrived"))
    }
}
