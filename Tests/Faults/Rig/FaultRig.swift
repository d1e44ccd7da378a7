import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// The tools of one fault row: a station, a sound system, the player, and the times of the fault's start and end, which
/// the measurements need.
package final class FaultRig: Sendable {
    /// How long a row waits: for `bin/faults` or for `bin/test`.
    package enum Pace: Sendable {
        /// Long waits, for the measurements in docs/RELIABILITY.md.
        case full
        /// Short waits, for `bin/test`, which only checks that the row has no problem.
        case brief

        /// The time for which sound plays before the fault, and again after it.
        var settle: Duration { self == .full ? .seconds(6) : .seconds(2) }
        /// Returns the time for which a server or device is away: `seconds`, or at most one second with short waits.
        func away(_ seconds: Double) -> Duration { .seconds(self == .full ? seconds : min(seconds, 1)) }
        /// How long a row waits for sound, or for another condition, before it continues without it.
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
        /// The seconds of the programme that the player may leave out, or nil if the row sets no such bound.
        var mayLose: Double?
    }

    /// Evaluates all stretches of sound that were heard in the row. Returns a note for the results, and a problem or
    /// nil.
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
    /// The home folder of a shared player and of the commands that control it.
    let home: TemporaryDirectory

    init(_ tools: FaultTools, name: String, sinks: [String], modules: [String]) throws {
        self.tools = tools
        self.name = name
        pace = tools.pace
        home = try TemporaryDirectory()
        station = try LiveStation(tools.programmes)
        sound = try SoundSystem(tools.programmes[0], sinks: sinks, modules: modules, latency: tools.latency)
    }

    // MARK: The player

    package var player: PlayerProcess {
        guard let player = process.withLock({ $0 }) else { preconditionFailure("the row has not started a player") }
        return player
    }

    /// Starts the player, which plays the row's station unless the setting names another address.
    package func start(_ setting: PlayerProcess.Setting = .init()) throws {
        let player = try PlayerProcess(
            binary: tools.binary, address: station.url(), pulse: sound.address,
            setting: tools.records ? setting.recording : setting,
            keep: tools.keep.map { "\($0)/\(name)" })
        process.withLock { $0 = player }
    }

    /// Starts the player, waits for sound and lets it play for a while.
    package func startAndSettle(_ setting: PlayerProcess.Setting = .init()) throws {
        try start(setting)
        guard waitForSound(after: player.startedAt) else { throw Unsettled() }
        pass(pace.settle)
    }

    /// Starts a command of the program under test, such as `ctl`.
    func longwave(_ arguments: [String]) throws -> ChildProcess {
        let usual = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "PULSE_SERVER": sound.address]
        let variables = usual.merging(homeVariables) { $1 }
        return try ChildProcess(
            "env", ["-i"] + variables.map { "\($0.key)=\($0.value)" } + [tools.binary] + arguments)
    }

    /// Runs a command of the program under test.
    func command(_ arguments: String...) throws {
        let code = try longwave(arguments).wait()
        guard code == 0 else { throw FaultError(description: "\(arguments): exit code \(code)") }
    }

    /// The environment variables that make a program use ``home``.
    var homeVariables: [String: String] { ["HOME": home.path, "XDG_RUNTIME_DIR": home.path] }

    /// The error of a row in which the player made no sound before the fault.
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

    /// Waits until sound is heard at or after `instant`, at the monitor of `sink` or, if that is nil, of any sink. Also
    /// ends when the player ends or after the row's ``Pace/patience``.
    /// - Returns: True if sound was heard.
    @discardableResult
    package func waitForSound(after instant: MonotonicInstant, on sink: String? = nil) -> Bool {
        wait { sound.sound(after: instant, on: sink) != nil || !player.isRunning }
        return sound.sound(after: instant, on: sink) != nil
    }

    // MARK: The fault

    /// Notes the current time as the start of the fault. Most measurements begin at that time.
    package func begin() {
        let cpu = hasPlayer ? ProcessFacts(player.pid).cpuSeconds : 0
        moments.withLock { moments in
            moments.begin = .now
            moments.cpuAtBegin = cpu
        }
    }

    /// Notes the current time as the end of the fault: from then on, sound is expected. A row that adds a sink calls
    /// this method first, because the recording of a new sink begins about 50 ms after the sink appears.
    package func over() { moments.withLock { $0.end = .now } }

    /// Waits for sound after the end of the fault and lets it play for a while, so that problems that follow are
    /// measured, too.
    package func recover() {
        guard let end = moments.withLock({ $0.end }) else { return }
        if waitForSound(after: end) { pass(pace.settle) }
    }

    /// Registers work that ``end()`` does after all measurements.
    func atEnd(_ work: @escaping @Sendable () -> Void) { endings.withLock { $0.append(work) } }

    /// Ends the station and does the work registered by ``atEnd(_:)``.
    func end() {
        station.stop()
        for work in endings.withLock({ $0 }) { work() }
        endings.withLock { $0 = [] }
    }

    /// Adds a line of text to the row's results.
    package func note(_ text: String) { moments.withLock { $0.notes.append(text) } }

    /// Adds the problem `text` to the row's results unless `holds` is true.
    package func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { moments.withLock { [text = text()] in $0.broken.append(text) } }
    }

    /// Makes it a problem if the player leaves out more than `seconds` of the programme: more than the station itself
    /// failed to send.
    func mayLose(seconds: Double) { moments.withLock { $0.mayLose = seconds } }

    /// Registers an evaluation of all stretches of sound, which follows when the recording of the sinks has ended.
    func whenMeasured(_ look: @escaping Look) { looks.withLock { $0.append(look) } }

    func look(at stretches: [Monitor.Stretch]) -> [(note: String, problem: String?)] {
        looks.withLock { $0 }.map { $0(stretches) }
    }

    /// Notes the current time as the row's end, and the player's CPU time if the player still runs. Returns these and
    /// all other values that the row noted.
    func finish() -> Moments {
        let cpu = hasPlayer && player.isRunning ? ProcessFacts(player.pid).cpuSeconds : nil
        return moments.withLock { moments in
            moments.cpuAtEnd = cpu
            moments.finished = .now
            return moments
        }
    }
}
