import RadioAudio
import RadioLoop
import RadioStreams

/// Decides what a player does: events and the time in, facts and actions out. Pure: no clock, file, socket or chance.
///
/// The table "when → then" of the design is this type; its tests are the table's rows. The events are answered in
/// `PlaybackMachine+Listener`, `+Stream`, `+Output` and `+Time`; here is what they share.
public struct PlaybackMachine: Sendable {
    public internal(set) var facts = PlaybackFacts()
    public let policy: PlaybackPolicy
    /// Whether the output may be given sound: false while it gathers enough to start.
    public internal(set) var isGivingSound = false

    // The item.
    var addressCount = 0
    var address = 0
    /// The address whose sound was heard last; nil before the first sound.
    public internal(set) var workingAddress: Int?
    /// The open connection has brought sound enough to start with.
    var hasBroughtSound = false
    /// The connection that is open, or was last, took the place of one that broke at the same address.
    var isMadeAgain = false
    /// Addresses that must not be asked before a time: their server said so, or asking costs many requests.
    var notBefore: [Int: MonotonicInstant] = [:]
    /// Where this item fails another one is played.
    var hasAlternative = false
    /// Another address can be looked for, once each time that the item begins.
    var mayHaveMoved = false
    var hasLookedForAddress = false
    /// What ends the item where no other address is found.
    var verdict: PlaybackError?
    var isFinite = false
    var isAllWritten = false
    /// The end left the loudspeaker just as the sound was held back: the item ends when it goes on.
    var isEndHeard = false

    // Failures in a row.
    var attempt = 0
    var firstFailure: MonotonicInstant?
    var lastDelay = Duration.zero
    var lastError: StreamError?
    /// Of them, before the first sound: addresses in a row that failed for good, and whose host is unknown.
    var hopeless = 0
    var unknownHosts = 0
    /// Times in a row that sound ran out; the restart buffer grows with them.
    var stallsInARow = 0
    /// Since when enough is held to go on after a stall, and how much it was.
    var enough: (since: MonotonicInstant, held: Duration)?
    /// The sound server was seen not to answer, and not seen to play since.
    var isServerFrozen = false

    // What `settle` derives after each event.
    /// Since when nothing is heard although it is wanted and nothing holds it back.
    var silentSince: MonotonicInstant?
    /// Since when what was heard is missed: also while there is no device, but not while somebody interrupts.
    var missingSince: MonotonicInstant?
    var playingSince: MonotonicInstant?
    /// Since when sound plays and the download brings more.
    var healthySince: MonotonicInstant?

    // What waits for time.
    var itemBegan: MonotonicInstant?
    var openedAt: MonotonicInstant?
    var firstSoundDeadline: MonotonicInstant?
    /// nil while no bytes are due.
    var lastByte: MonotonicInstant?
    /// We ourselves keep the stream from sending.
    var isHeldBack = false
    /// Bytes come in segments, with pauses between them that mean nothing.
    var keepsOwnTime = false
    /// So far behind the newest sound a station of low latency is played: there is no more to be gathered. nil for any other item.
    var holdBack: Duration?
    var outputRetry: MonotonicInstant?
    /// How long was waited after the last of several refusals in a row.
    var refusalDelay: Duration?

    var interruptions: [InterruptionKind: Int] = [:]
    var random: SplitMix64

    /// Sound in one piece after which the restart buffer is as small as at first.
    static let calm = Duration.seconds(60)

    /// - Parameters:
    ///   - policy: how patient it is.
    ///   - seed: of the jitter.
    public init(policy: PlaybackPolicy, seed: UInt64 = 0) {
        self.policy = policy
        random = SplitMix64(state: seed)
    }

    /// Takes one event in at a time. What is to be published comes after what is to be done: an observer may
    /// command the player again.
    public mutating func handle(_ event: PlaybackEvent, at now: MonotonicInstant) -> [PlaybackAction] {
        let before = facts.status
        var actions = respond(to: event, at: now)
        settle(at: now)
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
            streamOpened(isFinite: isFinite, keepsOwnTime: keepsOwnTime, holdBack: holdBack, at: now)
        case .bytesReceived: bytesReceived(at: now)
        case .heldBack(let isHeldBack): heldBack(isHeldBack, at: now)
        case .held(let duration): held(duration, at: now)
        case .soundReceived: soundReceived()
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

    var hasFailed: Bool {
        if case .failed = facts.download { true } else { false }
    }

    /// Starts and stops the clocks that are counted while something is so.
    private mutating func settle(at now: MonotonicInstant) {
        func since(_ instant: MonotonicInstant?, _ isSo: Bool) -> MonotonicInstant? { isSo ? instant ?? now : nil }
        silentSince = since(silentSince, wantsSound && !isSounding && facts.sound != .ended && !hasFailed)
        let isMissed =
            facts.wasHeard && facts.intent == .playing && facts.suppressions.isSubset(of: [.noOutputDevice])
            && !isSounding && facts.sound != .ended && !hasFailed
        missingSince = since(missingSince, isMissed)
        playingSince = since(playingSince, isSounding)
        if isSounding, hasBroughtSound { workingAddress = address }
        let isFed = facts.download == .receiving || facts.download == .ended
        healthySince = since(healthySince, isSounding && isFed)
    }

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
        isGivingSound = false
        isAllWritten = false
        isEndHeard = false
        isServerFrozen = false
        enough = nil
        outputRetry = nil
        for kind in [InterruptionKind.otherStream, .suspendedDevice] {
            interruptions[kind] = nil
            facts.suppressions.remove(.interruption(kind))
        }
    }

    mutating func forgetFailures() {
        attempt = 0
        firstFailure = nil
        lastDelay = .zero
        isMadeAgain = false
        lastError = nil
        hopeless = 0
        unknownHosts = 0
        verdict = nil
    }

    /// No stream is open, or none that anything is expected of.
    mutating func forgetStream() {
        openedAt = nil
        hasBroughtSound = false
        firstSoundDeadline = nil
        lastByte = nil
        isHeldBack = false
        keepsOwnTime = false
    }

    mutating func open(at now: MonotonicInstant) -> [PlaybackAction] {
        forgetStream()
        verdict = nil
        facts.download = .connecting
        openedAt = now
        firstSoundDeadline = now.advanced(by: policy.firstSoundTimeout)
        return [.openStream(address: address)]
    }

    mutating func openAgain(at now: MonotonicInstant) -> [PlaybackAction] {
        facts.reconnectCount += 1
        return open(at: now)
    }

    mutating func giveUp(_ error: PlaybackError) -> [PlaybackAction] {
        facts.download = .failed(error)
        facts.sound = .none
        forgetOutput()
        forgetStream()
        forgetFailures()
        return [.closeStream, .closeOutput, .publish(.didFail(error))]
    }

    /// The end of the item was heard.
    mutating func finish() -> [PlaybackAction] {
        facts.sound = .ended
        facts.intent = .stopped
        facts.download = .idle
        forgetOutput()
        forgetStream()
        return [.closeStream, .closeOutput, .publish(.didPlayToEnd)]
    }

    mutating func uncorkIfWanted() -> [PlaybackAction] {
        guard wantsSound, !hasFailed else { return [] }
        return isEndHeard ? finish() : [.uncork]
    }
}
