import Glibc
import Longwave
import RadioHTTP

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
    private var signals: SignalWatch?

    /// - Throws: what the system refuses.
    static func run(
        _ stations: [Station], settings: StationChecker.Settings, isQuiet: Bool, isVerbose: Bool
    ) throws(CommandFailure) -> CheckRun {
        if let failure = DescriptorLimit.raise(for: settings.maximumAtOnce) { throw failure }
        let run: CheckRun
        do { run = try CheckRun(stations, settings, isQuiet: isQuiet, isVerbose: isVerbose) } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
        run.start(stations)
        return run
    }

    private init(
        _ stations: [Station], _ settings: StationChecker.Settings, isQuiet: Bool, isVerbose: Bool
    ) throws {
        found = stations.map { StationHealth($0) }
        loop = try EventLoop()
        let checker = try StationChecker(loop: loop, settings: settings)
        self.checker = checker
        progress = CheckProgress(loop: loop, isQuiet: isQuiet) { checker.tally }
        self.isVerbose = isVerbose
    }

    private func start(_ stations: [Station]) {
        // Whoever is tired of waiting wants to see what is known so far.
        signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { [self] _ in
            isStopped = true
            checker.stop()
            end()
        }
        checker.start(stations) { [self] place, health in
            found[place] = health
            if isVerbose { progress.say("\(health.station.name): \(CheckWords.line(health))") }
        } completion: { [self] in
            end()
        }
        loop.run()
    }

    private func end() {
        progress.leave()
        signals?.cancel()
        loop.stop()
    }
}
