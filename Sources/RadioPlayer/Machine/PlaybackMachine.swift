import RadioAudio
import RadioLoop
import RadioStreams

/// Decides what a player does: events and the time in, facts and actions out. Pure: no clock, file, socket or chance.
///
/// The table "when → then" of the design is this type; its tests are the table's rows. Here are the events of the listener
/// and of the output; `PlaybackMachine+Stream` has those of the stream and of time.
package struct PlaybackMachine: Sendable {
    package internal(set) var facts = PlaybackFacts()
    /// Changed between two items only.
    package var policy: PlaybackPolicy
    var item = Item()
    var addresses = AddressList()
    var failures = FailureCount()
    var connection = ConnectionWatch()
    var prebuffer = Prebuffer()
    var output = Output()
    var clocks = SoundClocks()
    /// How long was waited after the last of several refusals of the sound server in a row.
    var refusalDelay: Duration?
    /// How many of each kind last.
    var interruptions: [InterruptionKind: Int] = [:]
    var random: SplitMix64

    /// What belongs to the item that is played.
    struct Item {
        /// How its sound comes.
        var source = Prebuffer.Source()
        /// Where this item fails another one is played.
        var hasAlternative = false
        var begun: MonotonicInstant?
        /// What ends the item where no other address is found.
        var verdict: PlaybackError?
    }

    /// What belongs to the output that is open, or is to be opened.
    struct Output {
        /// False while enough is gathered to start.
        var isGivingSound = false
        var end = End.open
        /// The sound server was seen not to answer, and not seen to play since.
        var isServerFrozen = false
        /// When an output is tried again that the server refused.
        var retryAt: MonotonicInstant?

        enum End {
            /// More sound comes.
            case open
            /// The item's last packet was given to the output.
            case written
            /// The end left the loudspeaker just as the sound was held back: the item ends when it goes on.
            case heard
        }
    }

    /// - Parameters:
    ///   - policy: how patient it is.
    ///   - seed: of the jitter.
    package init(policy: PlaybackPolicy, seed: UInt64 = 0) {
        self.policy = policy
        random = SplitMix64(state: seed)
    }

    /// Whether the output may be given sound: false while enough is gathered to start.
    package var isGivingSound: Bool { output.isGivingSound }

    /// The address whose sound was heard last; nil before the first sound.
    package var workingAddress: Int? { addresses.working }

    /// Sound that would have to be gathered if it ran out now: with that in hand it has not.
    package var bufferAfterStall: Duration { prebuffer.neededAfterStall(item.source, policy) }

    /// Takes one event in at a time. What is to be published comes after what is to be done: an observer may
    /// command the player again.
    package mutating func handle(_ event: PlaybackEvent, at now: MonotonicInstant) -> [PlaybackAction] {
        let before = facts.status
        var actions = respond(to: event, at: now)
        clocks.follow(facts, at: now)
        if isSounding, connection.hasBroughtSound { addresses.currentDidWork() }
        if facts.status != before { actions.append(.publish(.statusDidChange)) }
        return actions
    }

    private mutating func respond(to event: PlaybackEvent, at now: MonotonicInstant) -> [PlaybackAction] {
        switch event {
        case .play(let count, let first, let mayHaveMoved, let hasAlternative):
            play(
                addressCount: count, first: first, mayHaveMoved: mayHaveMoved, hasAlternative: hasAlternative, at: now)
        case .resume(let atLiveEdge): resume(atLiveEdge: atLiveEdge, at: now)
        case .pause: pause()
        case .stop: stop()
        case .sought(let isHeld): sought(isHeld: isHeld, at: now)
        case .streamOpened(let isFinite, let keepsOwnTime, let holdBack):
            streamOpened(
                Prebuffer.Source(isFinite: isFinite, keepsOwnTime: keepsOwnTime, holdBack: holdBack), at: now)
        case .bytesReceived: bytesReceived(at: now)
        case .heldBack(let isHeldBack): heldBack(isHeldBack, at: now)
        case .held(let duration): held(duration, at: now)
        case .soundReceived: soundReceived(at: now)
        case .streamEnded(let error): streamEnded(error, at: now)
        case .undecodable(let text): undecodable(text, at: now)
        case .addressFound(let count): addressFound(addressCount: count, at: now)
        case .noAddressFound: noAddressFound()
        case .consumed: consumed()
        case .ranDry: ranDry(at: now)
        case .allWritten: allWritten()
        case .nothingLeft: nothingLeft()
        case .endHeard: endHeard()
        case .outputFailed(let error): outputFailed(error, at: now)
        case .outputAvailable(let isSameDevice): outputAvailable(isSameDevice: isSameDevice)
        case .serverFroze: serverFroze(at: now)
        case .deviceRemoved(let anotherExists): deviceRemoved(anotherExists: anotherExists)
        case .deviceReturned: deviceReturned()
        case .outputReplaced: outputReplaced()
        case .interruptionBegan(let kind): interruptionBegan(kind)
        case .interruptionEnded(let kind): interruptionEnded(kind)
        case .networkReturned: networkReturned(at: now)
        case .woke: woke(at: now)
        case .tick: tick(at: now)
        }
    }

    // MARK: What follows from the facts

    /// The listener wants sound and nothing holds it back.
    var wantsSound: Bool { facts.intent == .playing && facts.suppressions.isEmpty }

    var isSounding: Bool { facts.sound == .playing || facts.sound == .draining }

    // MARK: Shared by the events

    /// The sound is held back: it counts as playing again only when the server is seen to consume it.
    mutating func fallSilent() {
        switch facts.sound {
        case .playing, .draining: facts.sound = .filling
        case .starved where isGivingSound: facts.sound = .filling
        case .none, .filling, .starved, .ended: break
        }
    }

    /// Goes with every `closeOutput`: nothing is on its way any more, and an output that is gone can not tell the
    /// end of its interruption. If it lasts, the next output is told so.
    mutating func forgetOutput() {
        output = Output()
        prebuffer.forgetHeld()
        for kind in [InterruptionKind.otherStream, .suspendedDevice] {
            interruptions[kind] = nil
            facts.suppressions.remove(.interruption(kind))
        }
    }

    mutating func forgetFailures() {
        failures = FailureCount()
        item.verdict = nil
    }

    mutating func giveUp(_ error: PlaybackError) -> [PlaybackAction] {
        facts.download = .failed(error)
        facts.sound = .none
        forgetOutput()
        connection = ConnectionWatch()
        forgetFailures()
        return [.closeStream, .closeOutput, .publish(.didFail(error))]
    }

    /// The end of the item was heard.
    mutating func finish() -> [PlaybackAction] {
        facts.sound = .ended
        facts.intent = .stopped
        facts.download = .idle
        forgetOutput()
        connection = ConnectionWatch()
        return [.closeStream, .closeOutput, .publish(.didPlayToEnd)]
    }

    mutating func uncorkIfWanted() -> [PlaybackAction] {
        guard wantsSound, !facts.hasFailed else { return [] }
        return output.end == .heard ? finish() : [.uncork]
    }

    // MARK: The listener, a remote, a schedule

    /// The same item from its beginning, or a station from its live edge: first the address that worked.
    mutating func playAgain(at now: MonotonicInstant) -> [PlaybackAction] {
        begin(addresses.begunAgain, hasAlternative: item.hasAlternative, at: now)
    }

    private mutating func play(
        addressCount: Int, first: Int, mayHaveMoved: Bool, hasAlternative: Bool, at now: MonotonicInstant
    ) -> [PlaybackAction] {
        let addresses = AddressList(count: addressCount, first: first, mayHaveMoved: mayHaveMoved)
        return begin(addresses, hasAlternative: hasAlternative, at: now)
    }

    private mutating func begin(
        _ addresses: AddressList, hasAlternative: Bool, at now: MonotonicInstant
    ) -> [PlaybackAction] {
        forgetItem()
        self.addresses = addresses
        item.hasAlternative = hasAlternative
        item.begun = now
        facts.intent = .playing
        facts.sound = .filling
        let actions: [PlaybackAction] = [.closeStream, .closeOutput, .clearTimeline]
        guard addresses.count > 0 else {
            return actions + giveUp(.stream(.emptyPlaylist("the station has no address")))
        }
        return actions + open(at: now)
    }

    /// Nothing is left of the item before but its addresses. What the device did is settled by the listener's wish; the
    /// machine's own interruptions (sleep) go on.
    private mutating func forgetItem() {
        forgetOutput()
        connection = ConnectionWatch()
        forgetFailures()
        let suppressions = facts.suppressions.subtracting([.outputDeviceRemoved, .noOutputDevice])
        facts = PlaybackFacts()
        facts.suppressions = suppressions
        item = Item(hasAlternative: item.hasAlternative)
        prebuffer = Prebuffer()
        clocks = SoundClocks()
    }

    mutating func resume(atLiveEdge: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard addresses.count > 0 else { return [] }
        if facts.hasFailed || facts.intent == .stopped { return playAgain(at: now) }
        let wasHeldBack = !wantsSound
        if facts.intent == .paused { forgetFailures() }
        facts.intent = .playing
        // The listener decides for the device that there is now; whether there is none is tried again.
        facts.suppressions.subtract([.outputDeviceRemoved, .noOutputDevice])
        output.retryAt = nil
        if output.end == .heard, wantsSound { return finish() }
        var actions: [PlaybackAction] = []
        switch facts.download {
        case .idle, .retrying: actions += openAgain(at: now)
        case .connecting, .receiving, .frozen, .ended, .failed: break
        }
        if atLiveEdge, !item.source.isFinite {
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
        forgetItem()
        return [.closeStream, .closeOutput, .clearTimeline]
    }

    /// What is queued goes: it plays when the server is seen to consume what comes now.
    mutating func sought(isHeld: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped else { return [] }
        fallSilent()
        output.end = .open
        guard !isHeld else { return [] }
        output.isGivingSound = false
        return facts.download == .ended ? open(at: now) : []
    }

    // MARK: The output: fresh timing, devices, interruptions

    mutating func consumed() -> [PlaybackAction] {
        output.isServerFrozen = false
        switch facts.sound {
        case .filling, .starved: break
        case .none, .playing, .draining, .ended: return []
        }
        guard isGivingSound, wantsSound else { return [] }
        facts.sound = output.end != .open ? .draining : .playing
        facts.wasHeard = true
        failures.soundWasHeard()
        refusalDelay = nil
        return []
    }

    mutating func ranDry(at now: MonotonicInstant) -> [PlaybackAction] {
        guard isGivingSound, wantsSound, facts.download != .ended else { return [] }
        switch facts.sound {
        case .playing:
            output.isGivingSound = false
            prebuffer.didStall()
            return starve(at: now)
        case .filling, .starved:
            // Not heard before it ran out, or said already: it only has to gather again.
            output.isGivingSound = false
            return []
        case .none, .draining, .ended: return []
        }
    }

    mutating func serverFroze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard isSounding else { return [] }
        output.isServerFrozen = true
        return starve(at: now)
    }

    private mutating func starve(at now: MonotonicInstant) -> [PlaybackAction] {
        facts.sound = .starved(since: now)
        facts.stallCount += 1
        // A connection that brings bytes and no sound must not last.
        if facts.download == .receiving, !output.isServerFrozen {
            connection.expectSound(within: policy.firstSoundTimeout, at: now)
        }
        return [.publish(.didStall)]
    }

    // MARK: The end

    mutating func allWritten() -> [PlaybackAction] {
        guard facts.download == .ended else { return [] }
        if output.end == .open { output.end = .written }
        if facts.sound == .playing { facts.sound = .draining }
        return []
    }

    mutating func endHeard() -> [PlaybackAction] {
        guard output.end != .open else { return [] }
        return endReached()
    }

    mutating func nothingLeft() -> [PlaybackAction] {
        guard facts.download == .ended else { return [] }
        guard facts.wasHeard else { return giveUp(.undecodable("no packet could be decoded")) }
        return endReached()
    }

    private mutating func endReached() -> [PlaybackAction] {
        guard facts.sound != .ended, facts.intent != .stopped else { return [] }
        guard wantsSound else {
            output.end = .heard
            return []
        }
        return finish()
    }

    // MARK: Devices

    mutating func outputFailed(_ error: AudioOutputError, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped, !facts.hasFailed else { return [] }
        switch error {
        case .file, .fileExists: return giveUp(.output(error))
        case .refused:
            // A server that took our sound before will again: one that has just been started refuses while it settles.
            guard facts.wasHeard || policy.waitsForFirstOutput else { return giveUp(.output(error)) }
            let actions = loseOutput()
            // No event tells when it changes its mind.
            refusalDelay = refusalDelay.map { min($0 * 2, policy.retry.maximumDelay) } ?? policy.retry.steadyDelay
            output.retryAt = now.advanced(by: refusalDelay ?? policy.retry.steadyDelay)
            return actions
        case .noServer, .serverLost, .noDevice:
            guard facts.wasHeard || policy.waitsForFirstOutput else { return giveUp(.output(error)) }
            return loseOutput()
        }
    }

    /// Waits for a device or server.
    private mutating func loseOutput() -> [PlaybackAction] {
        forgetOutput()
        if facts.sound != .ended { facts.sound = .filling }
        guard facts.suppressions.insert(.noOutputDevice).inserted else { return [.closeOutput] }
        return [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved))]
    }

    mutating func outputAvailable(isSameDevice: Bool) -> [PlaybackAction] {
        guard facts.suppressions.contains(.noOutputDevice) else { return [] }
        if !isSameDevice, facts.wasHeard {
            switch policy.deviceLoss {
            case .follow: break
            // What sounded in headphones does not go on in a loudspeaker unasked.
            case .pause: facts.suppressions.insert(.outputDeviceRemoved)
            case .wait: return []
            }
        }
        facts.suppressions.remove(.noOutputDevice)
        output.retryAt = nil
        return uncorkIfWanted()
    }

    mutating func deviceRemoved(anotherExists: Bool) -> [PlaybackAction] {
        guard facts.intent != .stopped, !facts.hasFailed else { return [] }
        guard anotherExists else { return loseOutput() }
        switch policy.deviceLoss {
        case .wait: return loseOutput()
        // The output was corked before it was known why it moved.
        case .follow: return uncorkIfWanted() + [.publish(.outputRouteDidChange(.deviceRemoved))]
        case .pause: break
        }
        guard facts.suppressions.insert(.outputDeviceRemoved).inserted else { return [.closeOutput] }
        forgetOutput()
        if facts.sound != .ended { facts.sound = .filling }
        // Nothing of ours stays on the other device: what was queued for the lost one is played again when sound goes on.
        return [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved))]
    }

    mutating func deviceReturned() -> [PlaybackAction] {
        let held = facts.suppressions.intersection([.outputDeviceRemoved, .noOutputDevice])
        guard !held.isEmpty else { return [] }
        facts.suppressions.subtract(held)
        output.retryAt = nil
        // The output that is opened there tells of the route.
        return uncorkIfWanted()
    }

    /// The listener wants another output: a device that is missed, or sleeps, is missed no more. A pause stays one, whoever wanted it.
    mutating func outputReplaced() -> [PlaybackAction] {
        interruptions[.suspendedDevice] = nil
        facts.suppressions.subtract([.noOutputDevice, .interruption(.suspendedDevice)])
        guard facts.intent != .stopped, !facts.hasFailed else { return [] }
        forgetOutput()
        if facts.sound != .ended { facts.sound = .filling }
        return [.closeOutput] + uncorkIfWanted()
    }

    // MARK: Interruptions

    mutating func interruptionBegan(_ kind: InterruptionKind) -> [PlaybackAction] {
        // A suspend while we are corked ourselves is none: an idle device sleeps.
        if kind == .suspendedDevice, !wantsSound { return [] }
        interruptions[kind, default: 0] += 1
        guard facts.suppressions.insert(.interruption(kind)).inserted, facts.intent != .stopped else { return [] }
        fallSilent()
        return [.cork, .publish(.interruptionBegan(kind))]
    }

    mutating func interruptionEnded(_ kind: InterruptionKind) -> [PlaybackAction] {
        guard let count = interruptions[kind] else { return [] }
        interruptions[kind] = count > 1 ? count - 1 : nil
        guard count == 1, facts.suppressions.remove(.interruption(kind)) != nil, facts.intent != .stopped else {
            return []
        }
        let resumes = wantsSound && !facts.hasFailed
        return uncorkIfWanted() + [.publish(.interruptionEnded(kind, shouldResume: resumes))]
    }
}
