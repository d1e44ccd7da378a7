import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// What one row has at hand: a station, a sound system, the player, and the moments between which is measured.
package final class FaultRig: Sendable {
    /// How long things are left to themselves.
    package enum Pace: Sendable {
        /// As the figures in docs/RELIABILITY.md are taken.
        case full
        /// For `bin/test`: shows that it holds, not how well.
        case brief

        /// Sound before the fault, and after it.
        var settle: Duration { self == .full ? .seconds(6) : .seconds(2) }
        /// A server that is away, a device that is gone.
        func away(_ seconds: Double) -> Duration { .seconds(self == .full ? seconds : min(seconds, 1)) }
        /// How long sound is waited for, before the row goes on without.
        var patience: Duration { self == .full ? .seconds(40) : .seconds(60) }
    }

    struct Moments: Sendable {
        var begin: MonotonicInstant?
        var end: MonotonicInstant?
        var cpuAtBegin: Double?
        var cpuAtEnd: Double?
        var finished: MonotonicInstant?
        var notes: [String] = []
        var broken: [String] = []
        /// Seconds of the programme that may be missing.
        var mayLose: Double?
    }

    /// Looks at what was heard, with its places in the programme; a note, and what does not hold.
    typealias Look = @Sendable ([Monitor.Stretch]) -> (note: String, problem: String?)

    package let pace: Pace
    package let station: LiveStation
    package let sound: SoundSystem
    let tools: FaultTools
    private let moments = Mutex(Moments())
    private let process = Mutex<PlayerProcess?>(nil)
    private let endings = Mutex<[@Sendable () -> Void]>([])
    private let looks = Mutex<[Look]>([])

    private let name: String

    init(_ tools: FaultTools, name: String, sinks: [String], modules: [String]) throws {
        self.tools = tools
        self.name = name
        pace = tools.pace
        station = try LiveStation(tools.programmes)
        sound = try SoundSystem(tools.programmes[0], sinks: sinks, modules: modules, latency: tools.latency)
    }

    // MARK: The player

    package var player: PlayerProcess {
        guard let player = process.withLock({ $0 }) else { preconditionFailure("the row has not started a player") }
        return player
    }

    /// Starts the program; what it plays is the station unless the setting says otherwise.
    package func start(_ setting: PlayerProcess.Setting = .init()) throws {
        let player = try PlayerProcess(
            binary: tools.binary, address: station.url(), pulse: sound.address,
            setting: tools.records ? setting.recording : setting,
            keep: tools.keep.map { "\($0)/\(name)" })
        process.withLock { $0 = player }
    }

    /// Starts the program, and lets it play for a while.
    package func startAndSettle(_ setting: PlayerProcess.Setting = .init()) throws {
        try start(setting)
        guard waitForSound(after: player.startedAt) else { throw Unsettled() }
        pass(pace.settle)
    }

    /// The row could not even begin.
    struct Unsettled: Error, CustomStringConvertible {
        var description: String { "no sound before the fault" }
    }

    var hasPlayer: Bool { process.withLock { $0 != nil } }

    // MARK: Time

    /// Lets time pass: that is what the row is about.
    package func pass(_ duration: Duration) {
        let end = MonotonicInstant.now.advanced(by: duration)
        while case let left = MonotonicInstant.now.duration(to: end).nanoseconds, left > 0 {
            usleep(UInt32(min(left / 1000 + 1, 100_000)))
        }
    }

    package func pass(_ seconds: Double) { pass(.seconds(seconds)) }

    /// Waits for something; false when it does not come.
    @discardableResult
    package func wait(within bound: Duration? = nil, _ condition: () -> Bool) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound ?? pace.patience)
        while !condition() {
            guard MonotonicInstant.now < deadline else { return false }
            usleep(10_000)
        }
        return true
    }

    /// Waits for sound at a monitor, or for the player's end: true if it was sound.
    @discardableResult
    package func waitForSound(after instant: MonotonicInstant, on sink: String? = nil) -> Bool {
        wait { sound.sound(after: instant, on: sink) != nil || !player.isRunning }
        return sound.sound(after: instant, on: sink) != nil
    }

    // MARK: The fault

    /// The fault comes now: figures count from here.
    package func begin() {
        let cpu = hasPlayer ? ProcessFacts(player.pid).cpuSeconds : 0
        moments.withLock { moments in
            moments.begin = .now
            moments.cpuAtBegin = cpu
        }
    }

    /// The fault is over now, or is being ended: from here on sound is expected. A sink's recording begins some 50 ms after
    /// the sink, so a device's return is measured from before it.
    package func over() { moments.withLock { $0.end = .now } }

    /// Waits until there is sound again, and lets it play for a while, so that what follows is heard too.
    package func recover() {
        guard let end = moments.withLock({ $0.end }) else { return }
        if waitForSound(after: end) { pass(pace.settle) }
    }

    /// Done when all is measured, for what must last until then.
    func atEnd(_ work: @escaping @Sendable () -> Void) { endings.withLock { $0.append(work) } }

    /// All is measured.
    func end() {
        station.stop()
        for work in endings.withLock({ $0 }) { work() }
        endings.withLock { $0 = [] }
    }

    /// What the row's figures shall tell beside the usual.
    package func note(_ text: String) { moments.withLock { $0.notes.append(text) } }

    /// Something that must hold in this row alone.
    package func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { moments.withLock { [text = text()] in $0.broken.append(text) } }
    }

    /// So much of the programme never came, and may be missing; no more.
    func mayLose(seconds: Double) { moments.withLock { $0.mayLose = seconds } }

    /// Done with all that was heard.
    func whenMeasured(_ look: @escaping Look) { looks.withLock { $0.append(look) } }

    func look(at stretches: [Monitor.Stretch]) -> [(note: String, problem: String?)] {
        looks.withLock { $0 }.map { $0(stretches) }
    }

    /// Takes what must be taken while the player lives.
    func finish() -> Moments {
        let cpu = hasPlayer && player.isRunning ? ProcessFacts(player.pid).cpuSeconds : nil
        return moments.withLock { moments in
            moments.cpuAtEnd = cpu
            moments.finished = .now
            return moments
        }
    }
}
