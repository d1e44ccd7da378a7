import RadioLoop
import RadioStreams

@testable import RadioPlayer

/// A `PlaybackMachine` with a clock that a test turns by hand. Times are in seconds since the start. Ticks are sent to
/// the machine automatically when they are due.
struct MachineScript {
    private(set) var machine: PlaybackMachine
    private(set) var now = origin
    /// The actions since the last call of ``take()``.
    private var wanted: [PlaybackAction] = []

    /// The start is far from zero, so that a forgotten time, which would be zero, makes a test fail.
    private static let origin = MonotonicInstant(nanoseconds: 1_000_000_000_000)

    init(_ policy: PlaybackPolicy = .listener, seed: UInt64 = 1) {
        machine = PlaybackMachine(policy: policy, seed: seed)
    }

    var facts: PlaybackFacts { machine.facts }
    var status: PlaybackStatus { machine.facts.status }
    var seconds: Double { Double(now.nanoseconds - Self.origin.nanoseconds) / 1e9 }

    func instant(_ seconds: Double) -> MonotonicInstant {
        // The time is rounded, so that a deadline that was read in seconds is reached exactly.
        MonotonicInstant(nanoseconds: Self.origin.nanoseconds + Int64((seconds * 1e9).rounded()))
    }

    /// The time of the next tick, or nil if no tick is scheduled.
    var deadline: Double? { machine.nextDeadline.map { Self.origin.duration(to: $0).inSeconds } }

    @discardableResult
    mutating func send(_ event: PlaybackEvent) -> [PlaybackAction] {
        let actions = machine.handle(event, at: now)
        wanted += actions
        return actions
    }

    @discardableResult
    mutating func send(_ events: [PlaybackEvent]) -> [PlaybackAction] {
        events.flatMap { send($0) }
    }

    /// Lets time pass and sends all ticks that become due.
    @discardableResult
    mutating func advance(to time: Double) -> [PlaybackAction] {
        var actions: [PlaybackAction] = []
        let end = max(instant(time), now)
        var ticks = 0
        while let deadline = machine.nextDeadline, deadline <= end {
            precondition(deadline > now || ticks < 10, "the machine ticks in a circle: \(facts)")
            ticks = deadline > now ? 1 : ticks + 1
            now = max(now, deadline)
            actions += send(.tick)
        }
        now = end
        return actions
    }

    /// Lets time pass while bytes arrive once a second.
    mutating func receive(for duration: Double) {
        for _ in 0..<Int(duration) {
            advance(to: seconds + 1)
            send(.bytesReceived)
        }
        advance(to: seconds + duration.truncatingRemainder(dividingBy: 1))
        send(.bytesReceived)
    }

    @discardableResult
    mutating func at(_ time: Double, _ event: PlaybackEvent) -> [PlaybackAction] {
        advance(to: time)
        return send(event)
    }

    /// Returns all actions since the last call.
    mutating func take() -> [PlaybackAction] {
        defer { wanted = [] }
        return wanted
    }

    // MARK: Usual beginnings

    /// Returns a script with an item that is heard from 0.1 s on.
    static func playing(
        _ policy: PlaybackPolicy = .listener, addresses: Int = 1, isFinite: Bool = false
    ) -> MachineScript {
        var script = MachineScript(policy)
        script.send(.play(addressCount: addresses))
        script.advance(to: 0.1)
        script.connect(isFinite: isFinite)
        script.send(.consumed)
        _ = script.take()
        return script
    }

    /// Makes the pending connection deliver sound.
    mutating func connect(isFinite: Bool = false) {
        send([.streamOpened(isFinite: isFinite), .bytesReceived, .held(.seconds(5))])
    }
}

extension [PlaybackAction] {
    var opens: Int { count { if case .openStream = $0 { true } else { false } } }
    var addresses: [Int] { compactMap { if case .openStream(let address) = $0 { address } else { nil } } }

    var published: [PlaybackAction.Publication] {
        compactMap { if case .publish(let publication) = $0 { publication } else { nil } }
    }

    /// The actions that are not notifications.
    var deeds: [PlaybackAction] { filter { if case .publish = $0 { false } else { true } } }

    var retries: Int { published.count { if case .willRetry = $0 { true } else { false } } }
}
