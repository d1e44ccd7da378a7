import RadioAudio
import RadioLoop
import RadioStreams
import TestSupport

@testable import RadioPlayer

/// A station, a sound server and hours full of trouble around a machine, in steps of a tenth of a second.
struct SimulatedDay {
    enum Server: CaseIterable {
        case well, refuses, hangs, silent, closes, notFound, unknownHost, busy
    }

    private static let step = 0.1
    /// Sound that the sound server takes ahead.
    private static let queueLength = 2.0

    private(set) var script: MachineScript
    private var random: SeededGenerator

    // The world.
    var server = Server.well
    var isServerFrozen = false
    private var openedAt: Double?
    private var isStreaming = false
    /// Seconds of sound: held in the timeline, queued in the sound server.
    private var held = 0.0
    private var queue = 0.0
    private var isOutputOpen = false
    private var isCorked = false
    private var consumedSinceAsked = false
    private var silentAnswers = 0.0

    // What was seen.
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
        while script.seconds < end { turn() }
    }

    mutating func send(_ event: PlaybackEvent) { perform(script.send(event)) }

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
                held = min(held, 1)
                queue = 0
            case .publish: break
            }
        }
    }

    private mutating func turn() {
        perform(script.advance(to: script.seconds + Self.step))
        turnStream()
        turnOutput()
        observe()
    }

    private mutating func turnStream() {
        guard let openedAt else { return }
        if isStreaming {
            switch server {
            case .well, .busy, .hangs, .notFound, .unknownHost:
                held = min(held + Self.step, 40)
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
            // A burst, as servers give it.
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

    private mutating func turnOutput() {
        send(.held(.seconds(held)))
        guard isOutputOpen else { return }
        if script.machine.isGivingSound {
            let moved = min(Self.queueLength - queue, held)
            queue += moved
            held -= moved
        }
        guard !isServerFrozen else {
            // A question is asked every 1.5 s and given up after 3.
            silentAnswers += Self.step
            if silentAnswers >= 4.5 { send(.serverFroze) }
            return
        }
        silentAnswers = 0
        guard !isCorked else { return }
        let played = min(queue, Self.step)
        queue -= played
        heardSeconds += played
        if played > 0 { send(.consumed) } else if held <= 0 { send(.ranDry) }
    }

    private mutating func observe() {
        let isHeard = isOutputOpen && !isCorked && !isServerFrozen && queue > 0
        if script.status == .playing, !isHeard { falsePlaying += Self.step } else { falsePlaying = 0 }
        if falsePlaying > 5 { problems.append("says playing for \(falsePlaying) s without sound at \(script.seconds)") }
        let isWell =
            server == .well && !isServerFrozen && script.facts.intent == .playing && script.facts.suppressions.isEmpty
        wellFor = isWell ? wellFor + Self.step : 0
        silentFor = isHeard ? 0 : silentFor + Self.step
        longestSilenceWhileWell = max(longestSilenceWhileWell, min(silentFor, wellFor))
        if isHeard, script.facts.sound == .filling || script.facts.sound == .none, script.facts.intent == .playing,
            script.facts.suppressions.isEmpty
        {
            problems.append("heard while \(script.facts) at \(script.seconds)")
        }
    }

    /// The most connections opened within one second.
    var mostOpensASecond: Int {
        var most = 0
        var first = 0
        for (index, time) in opens.enumerated() {
            while opens[first] < time - 1 { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// Trouble of a random kind for up to two minutes, then peace for up to five.
    mutating func trouble() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: isServerFrozen = true
        case 1: send(.interruptionBegan(.otherStream))
        case 2: send(.outputFailed(.serverLost("x")))
        case 3: send(.woke)
        case 4: send(.pause)
        default: server = Server.allCases.randomElement(using: &random)!
        }
        run(for: Double.random(in: 0.5...120, using: &random))
        server = .well
        isServerFrozen = false
        if Bool.random(using: &random) { send(.networkReturned) }
        send(.interruptionEnded(.otherStream))
        send(.outputAvailable(isSameDevice: true))
        if script.facts.intent == .paused { send(.resume(atLiveEdge: Bool.random(using: &random))) }
        run(for: Double.random(in: 20...300, using: &random))
    }
}
