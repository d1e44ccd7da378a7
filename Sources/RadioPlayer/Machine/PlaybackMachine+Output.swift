import RadioAudio
import RadioLoop

/// What comes from the loudspeaker's side: from fresh timing, from devices, from who interrupts.
extension PlaybackMachine {
    mutating func consumed() -> [PlaybackAction] {
        isServerFrozen = false
        switch facts.sound {
        case .filling, .starved: break
        case .none, .playing, .draining, .ended: return []
        }
        guard isGivingSound, wantsSound else { return [] }
        facts.sound = isAllWritten ? .draining : .playing
        facts.wasHeard = true
        hopeless = 0
        refusalDelay = nil
        return []
    }

    mutating func ranDry(at now: MonotonicInstant) -> [PlaybackAction] {
        guard isGivingSound, wantsSound, facts.download != .ended else { return [] }
        switch facts.sound {
        case .playing:
            isGivingSound = false
            stallsInARow += 1
            return starve(at: now)
        case .filling, .starved:
            // Not heard before it ran out, or said already: it only has to gather again.
            isGivingSound = false
            return []
        case .none, .draining, .ended: return []
        }
    }

    mutating func serverFroze(at now: MonotonicInstant) -> [PlaybackAction] {
        guard isSounding else { return [] }
        isServerFrozen = true
        return starve(at: now)
    }

    private mutating func starve(at now: MonotonicInstant) -> [PlaybackAction] {
        facts.sound = .starved(since: now)
        facts.stallCount += 1
        // A connection that brings bytes and no sound must not last.
        if facts.download == .receiving, !isServerFrozen, firstSoundDeadline == nil {
            firstSoundDeadline = now.advanced(by: policy.firstSoundTimeout)
        }
        return [.publish(.didStall)]
    }

    // MARK: The end

    mutating func allWritten() -> [PlaybackAction] {
        guard facts.download == .ended else { return [] }
        isAllWritten = true
        if facts.sound == .playing { facts.sound = .draining }
        return []
    }

    mutating func endHeard() -> [PlaybackAction] {
        guard isAllWritten else { return [] }
        return endReached()
    }

    mutating func nothingLeft() -> [PlaybackAction] {
        guard facts.download == .ended else { return [] }
        guard facts.wasHeard else { return giveUp(.undecodable("nothing of it could be decoded")) }
        return endReached()
    }

    private mutating func endReached() -> [PlaybackAction] {
        guard facts.sound != .ended, facts.intent != .stopped else { return [] }
        guard wantsSound else {
            isEndHeard = true
            return []
        }
        return finish()
    }

    // MARK: Devices

    mutating func outputFailed(_ error: AudioOutputError, at now: MonotonicInstant) -> [PlaybackAction] {
        guard facts.intent != .stopped, !hasFailed else { return [] }
        switch error {
        case .file, .fileExists: return giveUp(.output(error))
        case .refused:
            // A server that took our sound before will again: one that has just been started refuses while it settles.
            guard facts.wasHeard || policy.waitsForFirstOutput else { return giveUp(.output(error)) }
            let actions = loseOutput()
            // No event tells when it changes its mind.
            refusalDelay = refusalDelay.map { min($0 * 2, policy.maximumDelay) } ?? policy.steadyDelay
            outputRetry = now.advanced(by: refusalDelay ?? policy.steadyDelay)
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
        outputRetry = nil
        return uncorkIfWanted()
    }

    mutating func deviceRemoved(anotherExists: Bool) -> [PlaybackAction] {
        guard facts.intent != .stopped, !hasFailed else { return [] }
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
        outputRetry = nil
        // The output that is opened there tells of the route.
        return uncorkIfWanted()
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
        let resumes = wantsSound && !hasFailed
        return uncorkIfWanted() + [.publish(.interruptionEnded(kind, shouldResume: resumes))]
    }
}
