import Glibc
import Longwave
import RadioProbe

/// One check on a loop of its own: until all stations were looked at, or a signal ends it.
final class CheckRun {
    /// By the station's place; of those that were not reached what is known.
    private(set) var found: [StationHealth]
    /// A signal ended it.
    private(set) var isStopped = false

    private let loop: EventLoop
    private let checker: StationChecker
    private let progress: CheckProgress
    private let isVerbose: Bool
    private let directory: DirectoryAddress?
    private let settings: StationChecker.Settings
    private var recovery: StationRecovery?
    private var signals: SignalWatch?

    /// - Parameter directory: asked where stations are now that do not play; nil asks nobody.
    /// - Throws: what the system refuses.
    static func run(
        _ stations: [Station], settings: StationChecker.Settings, directory: DirectoryAddress?, isQuiet: Bool,
        isVerbose: Bool
    ) throws(CommandFailure) -> CheckRun {
        if let failure = DescriptorLimit.raise(for: settings.maximumAtOnce) { throw failure }
        let run: CheckRun
        do { run = try CheckRun(stations, settings, directory, isQuiet: isQuiet, isVerbose: isVerbose) } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
        run.start(stations)
        return run
    }

    private init(
        _ stations: [Station], _ settings: StationChecker.Settings, _ directory: DirectoryAddress?, isQuiet: Bool,
        isVerbose: Bool
    ) throws {
        found = stations.map { StationHealth($0) }
        loop = try EventLoop()
        let checker = try StationChecker(loop: loop, settings: settings)
        self.checker = checker
        progress = CheckProgress(loop: loop, isQuiet: isQuiet) { checker.tally }
        self.isVerbose = isVerbose
        self.settings = settings
        self.directory = directory
    }

    private func start(_ stations: [Station]) {
        // Whoever is tired of waiting wants to see what is known so far.
        signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { [self] _ in
            isStopped = true
            checker.stop()
            recovery?.stop()
            end()
        }
        checker.start(stations) { [self] place, health in
            found[place] = health
            if isVerbose { progress.say("\(health.station.name): \(CheckWords.line(health))") }
        } completion: { [self] in
            recover()
        }
        loop.run()
    }

    /// Where the dead ones are now, as the directory knows.
    private func recover() {
        guard let directory, found.contains(where: StationRecovery.concerns),
            let recovery = try? StationRecovery(
                loop: loop, address: directory, settings: settings,
                report: { [self] in if isVerbose { progress.say($0) } })
        else { return end() }
        self.recovery = recovery
        recovery.start(found) { [self] place, address in
            found[place].found = address
        } completion: { [self] in
            end()
        }
    }

    private func end() {
        progress.leave()
        signals?.cancel()
        loop.stop()
    }
}
