import Glibc
import Longwave
import RadioLoop
import RadioProbe

/// One check of stations, on its own event loop. The check ends when all stations were checked, or when a signal such
/// as Ctrl-C stops it.
final class CheckRun {
    /// The results, in the order of the stations passed to the check. The result of a station that is not checked yet
    /// is incomplete.
    private(set) var found: [StationHealth]
    /// Whether a signal ended the check.
    private(set) var isStopped = false

    private let loop: EventLoop
    private let checker: StationChecker
    private let progress: CheckProgress
    private let isVerbose: Bool
    private let directory: DirectoryAddress?
    private let settings: StationChecker.Settings
    private var recovery: StationRecovery?
    private var signals: SignalWatch?

    /// Checks the stations, and returns when the check has ended.
    /// - Parameter directory: the online directory of stations in which to look for new addresses of stations that do
    ///   not play; nil to look for none.
    /// - Throws: a failure if the system lacks resources for the check.
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

    /// Prepares a check without starting it. Throws if the system lacks resources for it.
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

    /// Checks the stations, then looks for new addresses of stations that do not play.
    private func start(_ stations: [Station]) {
        // After a signal, the check ends normally, so that the results so far are printed.
        signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { [self] _ in
            isStopped = true
            checker.stop()
            recovery?.stop()
            end()
        }
        checker.start(stations) { [self] place, health in
            found[place] = health
            if isVerbose { progress.say("\(health.station.name): \(health)") }
        } completion: { [self] in
            recover()
        }
        loop.run()
    }

    /// Asks the online directory of stations for new addresses of the stations that do not play.
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
