import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// The tools of one row: a station, a sound system, the player, and the moments between which the row is measured.
package final class FaultRig: Sendable {
    /// How long a row waits.
    package enum Pace: Sendable {
        /// The pace for the figures in docs/RELIABILITY.md.
        case full
        /// The pace for `bin/test`, which shows that the row holds but does not measure it.
        case brief

        /// The time with sound before and after the fault.
        var settle: Duration { self == .full ? .seconds(6) : .seconds(2) }
        /// Returns the time for which a server or device is away.
        func away(_ seconds: Double) -> Duration { .seconds(self == .full ? seconds : min(seconds, 1)) }
        /// How long a row waits for sound before it continues without sound.
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
        /// The seconds of the programme that may be lost, or nil if the row sets no such bound.
        var mayLose: Double?
    }

    /// Evaluates the sound that was heard, with its places in the programme. Returns a note and possibly a problem.
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

    /// Starts the program, which plays the row's station unless the setting names another address.
    package func start(_ setting: PlayerProcess.Setting = .init()) throws {
        let player = try PlayerProcess(
            binary: tools.binary, address: station.url(), pulse: sound.address,
            setting: tools.records ? setting.recording : setting,
            keep: tools.keep.map { "\($0)/\(name)" })
        process.withLock { $0 = player }
    }

    /// Starts the program and lets it play for a while.
    package func startAndSettle(_ setting: PlayerProcess.Setting = .init()) throws {
        try start(setting)
        guard waitForSound(after: player.startedAt) else { throw Unsettled() }
        pass(pace.settle)
    }

    /// The error of a row that got no sound before its fault.
    struct Unsettled: Error, CustomStringConvertible {
        var description: String { "no sound before the fault" }
    }

    var hasPlayer: Bool { process.withLock { $0 != nil } }

    // MARK: Time

    /// Waits for a fixed time.
    package func pass(_ duration: Duration) {
        let end = MonotonicInstant.now.advanced(by: duration)
        while case let left = MonotonicInstant.now.duration(to: end).nanoseconds, left > 0 {
            usleep(UInt32(min(left / 1000 + 1, 100_000)))
        }
    }

    package func pass(_ seconds: Double) { pass(.seconds(seconds)) }

    /// Waits until `condition` holds.
    /// - Returns: False if the condition does not hold within `bound`.
    @discardableResult
    package func wait(within bound: Duration? = nil, _ condition: () -> Bool) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound ?? pace.patience)
        while !condition() {
            guard MonotonicInstant.now < deadline else { return false }
            usleep(10_000)
        }
        return true
    }

    /// Waits for sound at a monitor, or for the player's end.
    /// - Returns: True if there was sound.
    @discardableResult
    package func waitForSound(after instant: MonotonicInstant, on sink: String? = nil) -> Bool {
        wait { sound.sound(after: instant, on: sink) != nil || !player.isRunning }
        return sound.sound(after: instant, on: sink) != nil
    }

    // MARK: The fault

    /// Marks the start of the fault. Most figures are measured from here on.
    package func begin() {
        let cpu = hasPlayer ? ProcessFacts(player.pid).cpuSeconds : 0
        moments.withLock { moments in
            moments.begin = .now
            moments.cpuAtBegin = cpu
        }
    }

    /// Marks the end of the fault, after which sound is expected. A row that brings a device back calls this method
    /// before it adds the device, because the recording of a new sink begins about 50 ms after the sink appears.
    package func over() { moments.withLock { $0.end = .now } }

    /// Waits for sound after the fault and lets it play for a while, so that later problems are heard, too.
    package func recover() {
        guard let end = moments.withLock({ $0.end }) else { return }
        if waitForSound(after: end) { pass(pace.settle) }
    }

    /// Registers work that ``end()`` does after all measurements.
    func atEnd(_ work: @escaping @Sendable () -> Void) { endings.withLock { $0.append(work) } }

    /// Ends the station and does the registered work.
    func end() {
        station.stop()
        for work in endings.withLock({ $0 }) { work() }
        endings.withLock { $0 = [] }
    }

    /// Adds a note to the row's figures.
    package func note(_ text: String) { moments.withLock { $0.notes.append(text) } }

    /// Adds the problem `text` to the row's results unless `holds` is true.
    package func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { moments.withLock { [text = text()] in $0.broken.append(text) } }
    }

    /// Allows the player to lose at most `seconds` of the programme: the sound that the station never sent.
    func mayLose(seconds: Double) { moments.withLock { $0.mayLose = seconds } }

    /// Registers an evaluation of all sound that was heard.
    func whenMeasured(_ look: @escaping Look) { looks.withLock { $0.append(look) } }

    func look(at stretches: [Monitor.Stretch]) -> [(note: String, problem: String?)] {
        looks.withLock { $0 }.map { $0(stretches) }
    }

    /// Takes the measurements that are possible only while the player runs, and returns all moments of the row.
    func finish() -> Moments {
        let cpu = hasPlayer && player.isRunning ? ProcessFacts(player.pid).cpuSeconds : nil
        return moments.withLock { moments in
            moments.cpuAtEnd = cpu
            moments.finished = .now
            return moments
        }
    }
}
