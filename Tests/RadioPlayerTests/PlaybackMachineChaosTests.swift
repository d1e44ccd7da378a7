import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// Rules that a `PlaybackMachine` must keep in every state, whatever events arrive and in whatever order.
struct PlaybackMachineChaosTests {
    /// Eight times as many as `SoundPathChaosTests` has, because a seed takes little time here.
    private static let seeds = 8 * (getenv("LONGWAVE_CHAOS").flatMap { UInt64(String(cString: $0)) } ?? 16)

    private static func randomEvent(_ random: inout SeededGenerator) -> PlaybackEvent {
        let errors: [StreamError] = [
            .unreachable("x"), .notFound(status: 404, "x"), .hostUnknown("x"), .connectionLost("x"), .notSound("x"),
            .timedOut("x"), .serverError(status: 503, "x", retryAfter: .seconds(20)),
        ]
        let outputErrors: [AudioOutputError] = [.noServer("x"), .serverLost("x"), .noDevice("x"), .refused("x")]
        let kinds: [InterruptionKind] = [.otherStream, .suspendedDevice, .sleep]
        let flag = Bool.random(using: &random)
        switch Int.random(in: 0..<42, using: &random) {
        case 0: return .play(addressCount: Int.random(in: 1...3, using: &random), mayHaveMoved: flag)
        case 1, 2: return .resume(atLiveEdge: flag)
        case 3: return .pause
        case 4: return flag ? .stop : .pause
        case 5, 6, 7: return .streamOpened(isFinite: Int.random(in: 0..<4, using: &random) == 0)
        case 8, 9, 10, 11: return .bytesReceived
        case 12: return .heldBack(flag)
        case 13, 14, 15, 16, 17: return .held(.milliseconds(Int.random(in: 0...6000, using: &random)))
        case 18, 19: return .streamEnded(errors.randomElement(using: &random)!)
        case 20: return .streamEnded(nil)
        case 21: return .undecodable("x")
        case 22, 23, 24, 25, 26: return .consumed
        case 27, 28: return .ranDry
        case 29: return flag ? .allWritten : .nothingLeft
        case 30: return .endHeard
        case 31: return .outputFailed(outputErrors.randomElement(using: &random)!)
        case 32: return .outputAvailable(isSameDevice: flag)
        case 33: return flag ? .serverFroze : .outputReplaced
        case 34: return flag ? .deviceRemoved(anotherExists: Bool.random(using: &random)) : .deviceReturned
        case 35, 36: return .interruptionBegan(kinds.randomElement(using: &random)!)
        case 39: return flag ? .addressFound(addressCount: Int.random(in: 1...4, using: &random)) : .noAddressFound
        case 37, 38: return .interruptionEnded(kinds.randomElement(using: &random)!)
        default: return flag ? .networkReturned : .woke
        }
    }

    /// The state that follows from the machine's actions. The test compares it with the state that the machine reports.
    private struct World {
        var isStreamOpen = false
        var isOutputWanted = false
        var hasConsumed = false

        mutating func perform(_ action: PlaybackAction) {
            switch action {
            case .openStream: isStreamOpen = true  // A stream that is still open is closed first.
            case .closeStream: isStreamOpen = false
            case .startOutput: isOutputWanted = true
            case .closeOutput: isOutputWanted = false
            case .findAddress, .clearTimeline, .cork, .uncork, .jumpToLiveEdge, .skipHeld, .publish: break
            }
        }
    }

    @Test("whatever happens, in whatever state", arguments: 0..<8)
    func chaos(block: Int) throws {
        for seed in stride(from: UInt64(block), to: Self.seeds, by: 8) {
            var random = SeededGenerator(seed: seed)
            let policy: PlaybackPolicy = seed % 2 == 0 ? .listener : .kiosk
            var script = MachineScript(policy, seed: seed)
            var world = World()
            var history: [PlaybackEvent] = []
            for _ in 0..<150 {
                let pause = [0, 0, 0.02, 0.3, 2, 20].randomElement(using: &random)!
                let ticks = script.advance(to: script.seconds + pause)
                try check(ticks, .tick, policy, script, &world, "seed \(seed) after \(history.suffix(5))")
                let event = Self.randomEvent(&random)
                history.append(event)
                let before = script.facts
                let actions = script.send(event)
                try check(actions, event, policy, script, &world, "seed \(seed): \(history.suffix(6))")
                let began = !Self.isPlaying(before) && Self.isPlaying(script.facts)
                if began { try #require(event == .consumed, "seed \(seed): \(history.suffix(6))") }
            }
        }
    }

    private static func isPlaying(_ facts: PlaybackFacts) -> Bool { facts.status == .playing }

    private func check(
        _ actions: [PlaybackAction], _ event: PlaybackEvent, _ policy: PlaybackPolicy, _ script: MachineScript,
        _ world: inout World, _ what: String
    ) throws {
        actions.forEach { world.perform($0) }
        let facts = script.facts
        if event != .tick {
            // Each event, except a tick, causes one list of actions in which the notifications come last and each
            // occurs once. (A tick may cause several such lists.)
            let deeds = actions.deeds
            try #require(Array(actions.prefix(deeds.count)) == deeds, "\(what): \(actions)")
            try #require(Set(actions.published).count == actions.published.count, "\(what): \(actions)")
        }
        if Self.isPlaying(facts) {
            try #require(
                script.machine.isGivingSound && facts.intent == .playing && facts.suppressions.isEmpty, "\(what)")
            try #require(world.isOutputWanted, "\(what)")
        }
        switch facts.download {
        case .connecting, .receiving, .frozen: try #require(world.isStreamOpen, "\(what)")
        // The stream of a file that has arrived completely may stay open until the item ends.
        case .ended: break
        case .idle, .retrying, .failed: try #require(!world.isStreamOpen, "\(what)")
        }
        if facts.intent == .stopped {
            try #require(script.deadline == nil, "\(what)")
            try #require(!world.isOutputWanted && !script.machine.isGivingSound, "\(what)")
        }
        if case .failed(let error) = facts.download {
            try #require(script.deadline == nil, "\(what)")
            if case .givenUp = error { try #require(policy.retry.giveUpAfter != nil, "a kiosk gives up: \(what)") }
        }
        if case .playing = facts.status {} else { try requireWayOut(script, what) }
        if let deadline = script.machine.nextDeadline {
            try #require(deadline >= script.now || event != .tick, "\(what)")
        }
    }

    /// Fails if the machine waits for nothing: neither for a deadline nor for one of the events below.
    private func requireWayOut(_ script: MachineScript, _ what: String) throws {
        let facts = script.facts
        switch facts.status {
        // The listener can leave this state by a command.
        case .stopped, .ended, .failed, .paused(.user), .paused(.outputDeviceRemoved): return
        // The event `interruptionEnded` ends this state. The output that reported the interruption will send this event
        // or be closed.
        case .paused(.interruption): return
        // The event `outputAvailable` ends this state, because the sound system tries to open an output again and
        // again.
        case .waitingToPlay(.noOutputDevice): return
        case .playing: return
        case .waitingToPlay: break
        }
        if script.deadline != nil { return }
        // The output has sound. Its timing will cause the event `consumed`, `ranDry`, or `allWritten` and then
        // `endHeard`.
        if script.machine.isGivingSound { return }
        // The whole item has arrived. The next event `held` or `nothingLeft` makes the machine continue.
        if facts.download == .ended { return }
        // The stream is held back because the player holds enough sound. The next event `held` makes the machine start
        // the output.
        if script.machine.connection.isHeldBack { return }
        // If the stream delivers bytes, the machine must have a deadline for the case that they stop.
        Issue.record("no way out of \(facts): \(what)")
    }
}
