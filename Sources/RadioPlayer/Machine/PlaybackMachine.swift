import RadioAudio
import RadioLoop
import RadioStreams

/// Decides what a player does: takes events and the time, and returns actions. Pure: uses no clock, file or socket, and
/// its random numbers follow from a seed.
///
/// The type implements rules of the form "when → then". Each rule is a test in `PlaybackMachine…Tests`. This file
/// handles the events of the listener and of the output; `PlaybackMachine+Stream` handles those of the stream and of
/// time.
package struct PlaybackMachine: Sendable {
    package internal(set) var facts = PlaybackFacts()
    /// How long the player waits for a stream, how much sound it gathers before playing, and when it gives up. The
    /// policy changes only between two items.
    package var policy: PlaybackPolicy
    var item = Item()
    var addresses = AddressList()
    var failures = FailureCount()
    var connection = ConnectionWatch()
    var prebuffer = Prebuffer()
    var output = Output()
    var clocks = SoundClocks()
    /// How long the player waits before it opens an output again that the sound server has refused. The wait doubles
    /// with each refusal in a row. Nil without a refusal since sound was last heard.
    var refusalDelay: Duration?
    /// The number of interruptions of each kind that have not ended.
    var interruptions: [InterruptionKind: Int] = [:]
    var random: SplitMix64

    /// The state of the current item.
    struct Item {
        /// How the item's sound is delivered.
        var source = Prebuffer.Source()
        /// Whether another item plays if this one fails.
        var hasAlternative = false
        var begun: MonotonicInstant?
        /// The error with which the item fails if the search under way finds no other address; nil without such a
        /// search.
        var verdict: PlaybackError?
    }

    /// The state of the output that is open or will be opened.
    struct Output {
        /// Whether the output gets sound; false until enough sound was received to start playing.
        var isGivingSound = false
        var end = End.open
        /// When the player opens an output again that the sound server has refused; nil without such a refusal.
        var retryAt: MonotonicInstant?

        /// The output's progress towards the end of the item.
        enum End {
            /// More sound follows.
            case open
            /// The item's last packet was given to the output.
            case written
            /// The end was heard, but a pause or an interruption had begun. The item ends when sound may continue.
            case heard
        }
    }

    /// - Parameters:
    ///   - policy: how long the player waits for a stream, how much sound it gathers, and when it gives up.
    ///   - seed: the seed for the random part of the waits between connection attempts.
    package init(policy: PlaybackPolicy, seed: UInt64 = 0) {
        self.policy = policy
        random = SplitMix64(state: seed)
    }

    /// Whether the output gets sound; false until enough sound was received to start playing.
    package var isGivingSound: Bool { output.isGivingSound }

    /// The index of the address whose sound was heard last; nil before the first sound.
    package var workingAddress: Int? { addresses.working }

    /// The duration of sound that would be gathered before sound continues, if the sound stalled now. While at least
    /// this much sound waits to be played, an empty queue at the sound server is no stall.
    package var bufferAfterStall: Duration { prebuffer.neededAfterStall(item.source, policy) }

    /// Handles one event and returns the actions that follow.
    ///
    /// The actions that publish notifications come last, because an observer may give the player another command.
    package mutating func handle(_ event: PlaybackEvent, at now: MonotonicInstant) -> [PlaybackAction] {
        let before = facts.status
        var actions = respond(to: event, at: now)
        clocks.follow(facts, at: now)
        if isSounding, connection.hasBroughtSound { addresses.currentDidWork() }
        if facts.status != before { actions.append(.publish(.statusDidChange)) }
        return actions
    }

    /// Passes an event to the method that handles it.
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
        case .scanChanged(let isRunning): scanChanged(isRunning: isRunning)
        case .clockWasSet: clockWasSet(at: now)
        case .tick: tick(at: now)
        }
    }

    private mutating func scanChanged(isRunning: Bool) -> [PlaybackAction] {
        facts.isScanning = isRunning
        return []
    }

    // MARK: Derived from the facts

    /// Whether the listener wants sound and nothing suppresses it.
    var wantsSound: Bool { facts.intent == .playing && facts.suppressions.isEmpty }

    var isSounding: Bool { facts.sound == .playing || facts.sound == .draining }

    // MARK: Used by several events

    /// Sets the sound's state to `filling` if sound was playing. It becomes `playing` again once the sound server
    /// consumes more sound.
    mutating func fallSilent() {
        switch facts.sound {
        case .playing, .draining: facts.sound = .filling
        case .starved where isGivingSound: facts.sound = .filling
        case .none, .filling, .starved, .ended: break
        }
    }

    /// Forgets the output's state. Must be called whenever the action `closeOutput` is returned.
    ///
    /// Also ends the interruptions that the output reported, because a closed output cannot report their end. If such
    /// an interruption lasts, the next output reports it again.
    mutating func forgetOutput() {
        output = Output()
        facts.isServerFrozen = false
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

    /// Ends the item, because its end was heard.
    mutating func finish() -> [PlaybackAction] {
        facts.sound = .ended
        facts.intent = .stopped
        facts.download = .idle
        forgetOutput()
        connection = ConnectionWatch()
        return [.closeStream, .closeOutput, .publish(.didPlayToEnd)]
    }

    /// If the listener wants sound and nothing suppresses it, lets the sound continue, or ends an item whose end was
    /// heard.
    mutating func uncorkIfWanted() -> [PlaybackAction] {
        guard wantsSound, !facts.hasFailed else { return [] }
        return output.end == .heard ? finish() : [.uncork]
    }

    // MARK: Events of the listener, a remote or a schedule

    /// Plays the same item from its beginning, or a station from its live edge. The address whose sound was heard last
    /// is tried first.
    mutating func playAgain(at now: MonotonicInstant) -> [PlaybackAction] {
        begin(addresses.begunAgain, hasAlternative: item.hasAlternative, at: now)
    }

    private mutating func play(
        addressCount: Int, first: Int, mayHaveMoved: Bool, hasAlternative: Bool, at now: MonotonicInstant
    ) -> [PlaybackAction] {
        let addresses = AddressList(count: addressCount, first: first, mayHaveMoved: mayHaveMoved)
        return begin(addresses, hasAlternative: hasAlternative, at: now)
    }

    /// Begins an item with the current address of `addresses`.
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

    /// Forgets the state of the previous item, except its addresses.
    ///
    /// If the player is silent because its device is missing or was removed, it may sound again, because the listener
    /// has played or stopped an item since. Interruptions, such as the computer's sleep, still silence the player.
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

    /// Continues after a pause, or plays the item again after an end or failure. Opens the stream again if none is
    /// open.
    mutating func resume(atLiveEdge: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard addresses.count > 0 else { return [] }
        if facts.hasFailed || facts.intent == .stopped { return playAgain(at: now) }
        let wasHeldBack = !wantsSound
        if facts.intent == .paused { forgetFailures() }
        facts.intent = .playing
        // By resuming, the listener accepts any device that exists now. If none exists, opening the output fails.
        facts.suppressions.subtract([.outputDeviceRemoved, .noOutputDevice])
        output.retryAt = nil
        if output.end == .heard, wantsSound { return finish() }
        var actions: [PlaybackAction] = []
        switch facts.download {
        case .idle, .retrying: actions += openAgain(at: now)
        case .connecting, .receiving, .frozen, .ended, .failed: break
        }
        if atLiveEdge, !item.source.isFinite {
            // The jump to the live edge drops the sound queued at the sound server. The sound counts as playing again
            // once the sound server consumes sound from the live edge.
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
        // In a pause, nobody listens, so the next connection attempt waits until the listener resumes.
        if case .retrying = facts.download { facts.download = .idle }
        return [.cork]
    }

    mutating func stop() -> [PlaybackAction] {
        guard facts.intent != .stopped || facts.sound != .none else { return [] }
        forgetItem()
        return [.closeStream, .closeOutput, .clearTimeline]
    }

    /// Handles a jump to another position, which drops the sound queued at the sound server. The sound counts as
    /// playing again once the sound server consumes sound from the new position.
    mutating func sought(isHeld: Bool, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped else { return [] }
        fallSilent()
        output.end = .open
        guard !isHeld else { return [] }
        output.isGivingSound = false
        return facts.download == .ended ? open(at: now) : []
    }

    // MARK: Events of the output

    /// Handles that the sound server has consumed more sound. If the player waited for sound, it plays from now on.
    mutating func consumed() -> [PlaybackAction] {
        facts.isServerFrozen = false
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

    /// Handles that the output has no sound to play: a stall if sound was heard before.
    mutating func ranDry(at now: MonotonicInstant) -> [PlaybackAction] {
        guard isGivingSound, wantsSound, facts.download != .ended else { return [] }
        switch facts.sound {
        case .playing:
            output.isGivingSound = false
            prebuffer.didStall()
            return starve(at: now)
        case .filling, .starved:
            // Nothing was heard before the sound ran out, or the stall is published already. So the player only gathers
            // sound again, and publishes nothing.
            output.isGivingSound = false
            return []
        case .none, .draining, .ended: return []
        }
    }

    mutating func serverFroze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard isSounding else { return [] }
        facts.isServerFrozen = true
        return starve(at: now)
    }

    private mutating func starve(at now: MonotonicInstant) -> [PlaybackAction] {
        facts.sound = .starved(since: now)
        facts.stallCount += 1
        // If the connection delivers bytes but no sound, it fails after this time-out.
        if facts.download == .receiving, !facts.isServerFrozen {
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

    /// Handles an output that could not be opened or was lost. Waits for a device or sound server if sound of the item
    /// was heard before or ``PlaybackPolicy/waitsForFirstOutput`` is true; otherwise gives up.
    mutating func outputFailed(_ error: AudioOutputError, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped, !facts.hasFailed else { return [] }
        switch error {
        case .file, .fileExists: return giveUp(.output(error))
        case .refused:
            // A sound server that accepted sound before will do so again. A sound server that has just started may
            // refuse streams at first.
            guard facts.wasHeard || policy.waitsForFirstOutput else { return giveUp(.output(error)) }
            let actions = loseOutput()
            // No event announces that the sound server accepts streams again, so the output is opened again at a set
            // time.
            refusalDelay = refusalDelay.map { min($0 * 2, policy.retry.maximumDelay) } ?? policy.retry.steadyDelay
            output.retryAt = now.advanced(by: refusalDelay ?? policy.retry.steadyDelay)
            return actions
        case .noServer, .serverLost, .noDevice:
            guard facts.wasHeard || policy.waitsForFirstOutput else { return giveUp(.output(error)) }
            return loseOutput()
        }
    }

    /// Closes the output and waits for a device or sound server.
    private mutating func loseOutput() -> [PlaybackAction] {
        forgetOutput()
        if facts.sound != .ended { facts.sound = .filling }
        guard facts.suppressions.insert(.noOutputDevice).inserted else { return [.closeOutput] }
        return [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved))]
    }

    /// Continues after the player has waited for a device or sound server that is now available.
    ///
    /// On another device than before, ``PlaybackPolicy/deviceLoss`` decides whether the sound continues.
    mutating func outputAvailable(isSameDevice: Bool) -> [PlaybackAction] {
        guard facts.suppressions.contains(.noOutputDevice) else { return [] }
        if !isSameDevice, facts.wasHeard {
            switch policy.deviceLoss {
            case .follow: break
            // Sound that was heard on headphones must not continue on a loudspeaker unless the listener asks for it.
            case .pause: facts.suppressions.insert(.outputDeviceRemoved)
            case .wait: return []
            }
        }
        facts.suppressions.remove(.noOutputDevice)
        output.retryAt = nil
        return uncorkIfWanted()
    }

    /// Handles the removal of the device in use, as ``PlaybackPolicy/deviceLoss`` says.
    mutating func deviceRemoved(anotherExists: Bool) -> [PlaybackAction] {
        guard facts.intent != .stopped, !facts.hasFailed else { return [] }
        guard anotherExists else { return loseOutput() }
        switch policy.deviceLoss {
        case .wait: return loseOutput()
        // When the sound server moved the output, the player corked it until the reason for the move was known.
        case .follow: return uncorkIfWanted() + [.publish(.outputRouteDidChange(.deviceRemoved))]
        case .pause: break
        }
        guard facts.suppressions.insert(.outputDeviceRemoved).inserted else { return [.closeOutput] }
        forgetOutput()
        if facts.sound != .ended { facts.sound = .filling }
        // The sound server may have moved the output to another device; it is closed there, too. The sound that was
        // queued for the removed device is played when the listener resumes.
        return [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved))]
    }

    mutating func deviceReturned() -> [PlaybackAction] {
        let held = facts.suppressions.intersection([.outputDeviceRemoved, .noOutputDevice])
        guard !held.isEmpty else { return [] }
        facts.suppressions.subtract(held)
        output.retryAt = nil
        // A device that is back before anything was heard was only awaited.
        if policy.deviceReturn == .pause, facts.wasHeard { return pause() }
        // The change of device is published when the output opens on the device that has come back.
        return uncorkIfWanted()
    }

    /// Closes the output, because the player now uses another output system. A missing or suspended device of the old
    /// system no longer suppresses the sound. A paused player stays paused, whatever the cause of the pause.
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
        // While no sound is wanted, a suspended device is no interruption: the sound server suspends idle devices.
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
