import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport

@testable import RadioPlayer

/// Simulates a station, a sound server and hours of trouble for a `PlaybackMachine`, in steps of a tenth of a second.
/// No real time passes.
struct SimulatedDay {
    enum Server: CaseIterable {
        case well, refuses, hangs, silent, closes, notFound, unknownHost, busy
    }

    private static let step = 0.1
    /// The step in seconds while nothing is wrong.
    private static let calmStep = 0.4
    /// How many seconds of sound the sound server takes in advance.
    private static let queueLength = 2.0

    private(set) var script: MachineScript
    private var random: SeededGenerator

    // The state of the simulated surroundings: station, network, sound server and listener.
    var server = Server.well
    var isServerFrozen = false
    private var openedAt: Double?
    private var isStreaming = false
    /// How many seconds of sound the player's timeline holds.
    private var held = 0.0
    /// How many seconds of sound wait in the sound server's queue.
    private var queue = 0.0
    /// How many seconds of sound were heard in this step.
    private var played = 0.0
    private var isOutputOpen = false
    private var isCorked = false
    private var consumedSinceAsked = false
    private var silentAnswers = 0.0

    // What the simulation has observed.
    private(set) var heardSeconds = 0.0
    private(set) var opens: [Double] = []
    private(set) var longestSilenceWhileWell = 0.0
    private var wellFor = 0.0
    private var silentFor = 0.0
    private(set) var falsePlaying = 0.0
    private(set) var problems: [String] = []

    init(policy: PlaybackPolicy, seed: UInt64) {
        script = MachineScript(policy, seed: seed)
        random = SeededGenerator(seed: seed)
        perform(script.send(.play(addressCount: 1)))
    }

    mutating func run(for seconds: Double) {
        let end = script.seconds + seconds
        while script.seconds < end { turn(Self.step) }
    }

    /// Lets `seconds` pass in steps of 0.4 s. Nothing that is shorter than a step may happen in this time.
    private mutating func rest(for seconds: Double) {
        let end = script.seconds + seconds
        while script.seconds < end { turn(Self.calmStep) }
    }

    mutating func send(_ event: PlaybackEvent) { perform(script.send(event)) }

    /// Stops the machine. Returns nil if it has no stream, no output, no deadline and no sound any more, and a
    /// description of its state otherwise.
    mutating func end() -> String? {
        send(.stop)
        guard script.status == .stopped, script.deadline == nil, openedAt == nil, !isOutputOpen, held == 0 else {
            return "left after the end: \(script.facts)"
        }
        return nil
    }

    private mutating func perform(_ actions: [PlaybackAction]) {
        for action in actions {
            switch action {
            case .openStream:
                opens.append(script.seconds)
                openedAt = script.seconds
                isStreaming = false
            case .closeStream:
                openedAt = nil
                isStreaming = false
            case .clearTimeline, .skipHeld:
                held = 0
                queue = 0
            case .startOutput:
                if !isOutputOpen { isCorked = !script.facts.suppressions.isEmpty || script.facts.intent != .playing }
                isOutputOpen = true
            case .closeOutput:
                isOutputOpen = false
                queue = 0
            case .cork: isCorked = true
            case .uncork: isCorked = false
            case .jumpToLiveEdge:
                held = min(held + queue, 1)
                queue = 0
            case .findAddress, .publish: break
            }
        }
    }

    private mutating func turn(_ step: Double) {
        perform(script.advance(to: script.seconds + step))
        turnStream(step)
        turnOutput(step)
        observe(step)
    }

    private mutating func turnStream(_ step: Double) {
        guard let openedAt else { return }
        if isStreaming {
            switch server {
            case .well, .busy, .hangs, .notFound, .unknownHost:
                held = min(held + step, 40)
                send(.bytesReceived)
            case .silent: break
            case .refuses, .closes:
                isStreaming = false
                self.openedAt = nil
                send(.streamEnded(.connectionLost("x")))
            }
            return
        }
        guard script.seconds - openedAt >= 0.15 else { return }
        func fail(_ error: StreamError, after delay: Double = 0.15) -> StreamError? {
            script.seconds - openedAt >= delay ? error : nil
        }
        let error: StreamError?
        switch server {
        case .well, .closes:
            isStreaming = true
            // A server that works first sends a burst of two seconds of sound.
            held += 2
            send(.streamOpened(isFinite: false))
            return
        case .silent:
            isStreaming = true
            send(.streamOpened(isFinite: false))
            return
        case .refuses: error = fail(.unreachable("x"))
        case .hangs: error = fail(.timedOut("x"), after: 8)
        case .notFound: error = fail(.notFound(status: 404, "x"))
        case .unknownHost: error = fail(.hostUnknown("x"), after: 5)
        case .busy: error = fail(.serverError(status: 503, "x", retryAfter: .seconds(3)))
        }
        if let error {
            self.openedAt = nil
            send(.streamEnded(error))
        }
    }

    private mutating func turnOutput(_ step: Double) {
        played = 0
        send(.held(.nanoseconds(Int64(held * 1e9))))
        guard isOutputOpen else { return }
        if script.machine.isGivingSound {
            let moved = min(Self.queueLength - queue, held)
            queue += moved
            held -= moved
        }
        guard !isServerFrozen else {
            // The player asks the sound server for its timing every 1.5 s and waits 3 s for an answer. After 4.5 s
            // without one, the server counts as frozen.
            silentAnswers += step
            if silentAnswers >= 4.5 { send(.serverFroze) }
            return
        }
        silentAnswers = 0
        guard !isCorked else { return }
        played = min(queue, step)
        queue -= played
        heardSeconds += played
        if played > 0 { send(.consumed) } else if held <= 0 { send(.ranDry) }
    }

    private mutating func observe(_ step: Double) {
        let isHeard = played > 0
        if script.status == .playing, !isHeard { falsePlaying += step } else { falsePlaying = 0 }
        if falsePlaying > 5 { problems.append("says playing for \(falsePlaying) s without sound at \(script.seconds)") }
        let isWell =
            server == .well && !isServerFrozen && script.facts.intent == .playing && script.facts.suppressions.isEmpty
        wellFor = isWell ? wellFor + step : 0
        silentFor = isHeard ? 0 : silentFor + step
        longestSilenceWhileWell = max(longestSilenceWhileWell, min(silentFor, wellFor))
        if isHeard, script.facts.sound == .filling || script.facts.sound == .none, script.facts.intent == .playing,
            script.facts.suppressions.isEmpty
        {
            problems.append("heard while \(script.facts) at \(script.seconds)")
        }
    }

    /// The largest number of connections that the machine opened within one second.
    var mostOpensASecond: Int {
        var most = 0
        var first = 0
        for (index, time) in opens.enumerated() {
            while opens[first] < time - 1 { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// Causes random trouble for up to two minutes, and then lets everything work again for up to five minutes.
    mutating func trouble() {
        var peace: [PlaybackEvent] = []
        switch Int.random(in: 0..<16, using: &random) {
        case 0: isServerFrozen = true
        case 1: peace = interrupt(.otherStream)
        case 2: peace = interrupt(.suspendedDevice)
        case 3: peace = [.woke] + interrupt(.sleep)
        case 4:
            send(.outputFailed(.serverLost("x")))
            peace = [.outputAvailable(isSameDevice: true)]
        case 5:
            send(.outputFailed(.noDevice("x")))
            peace = [.outputAvailable(isSameDevice: Bool.random(using: &random)), .deviceReturned]
        case 6:
            send(.deviceRemoved(anotherExists: Bool.random(using: &random)))
            peace = [.deviceReturned]
        case 7: send(.woke)
        case 8: send(.pause)
        case 9:
            send(.stop)
            if isStreaming || openedAt != nil || isOutputOpen || script.deadline != nil {
                problems.append("stopped with something left at \(script.seconds)")
            }
        default: server = Server.allCases.randomElement(using: &random)!
        }
        run(for: Double.random(in: 0.5...120, using: &random))
        if Int.random(in: 0..<8, using: &random) == 0 {
            // In one of eight cases, the listener presses play during the trouble.
            send(.resume(atLiveEdge: Bool.random(using: &random)))
            run(for: Double.random(in: 0...10, using: &random))
        }
        server = .well
        isServerFrozen = false
        if Bool.random(using: &random) { send(.networkReturned) }
        for event in peace { send(event) }
        if script.facts.intent != .playing || script.facts.suppressions.contains(.outputDeviceRemoved) {
            send(.resume(atLiveEdge: Bool.random(using: &random)))
        }
        run(for: 40)
        if script.status != .playing { problems.append("no way out of \(script.facts) at \(script.seconds)") }
        rest(for: Double.random(in: 0...260, using: &random))
    }

    /// Interrupts the player once or several times. Returns the events that must later end the interruptions.
    private mutating func interrupt(_ kind: InterruptionKind) -> [PlaybackEvent] {
        let depth = Int.random(in: 1...3, using: &random)
        for _ in 0..<depth { send(.interruptionBegan(kind)) }
        return Array(repeating: .interruptionEnded(kind), count: depth)
    }
}
