import RadioLoop
import RadioStreams

@testable import RadioPlayer

/// Runs a `PlaybackMachine` whose time the test sets. Times are in seconds since the start of the script. The script
/// sends ticks to the machine when they are due.
struct MachineScript {
    private(set) var machine: PlaybackMachine
    private(set) var now = origin
    /// The actions since the last call of ``take()``.
    private var wanted: [PlaybackAction] = []

    /// The time of the start is far from zero. If code forgets to set a time, this time is zero and makes a test fail.
    private static let origin = MonotonicInstant(nanoseconds: 1_000_000_000_000)

    init(_ policy: PlaybackPolicy = .listener, seed: UInt64 = 1) {
        machine = PlaybackMachine(policy: policy, seed: seed)
    }

    var facts: PlaybackFacts { machine.facts }
    var status: PlaybackStatus { machine.facts.status }
    var seconds: Double { Double(now.nanoseconds - Self.origin.nanoseconds) / 1e9 }

    func instant(_ seconds: Double) -> MonotonicInstant {
        // Rounds to nanoseconds, so that a time that a test read from ``deadline`` in seconds is exactly the deadline
        // again.
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

    /// Lets time pass until `time`. Sends all ticks that become due, and returns the machine's actions.
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

    /// Lets `duration` seconds pass. Bytes arrive once a second.
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

    /// Returns all actions since the last call of this method.
    mutating func take() -> [PlaybackAction] {
        defer { wanted = [] }
        return wanted
    }

    // MARK: Usual beginnings

    /// Returns a script in which an item is heard from 0.1 s on.
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

    /// Makes the connection that the machine has opened deliver sound.
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

    /// The actions without notifications.
    var deeds: [PlaybackAction] { filter { if case .publish = $0 { false } else { true } } }

    var retries: Int { published.count { if case .willRetry = $0 { true } else { false } } }
}
