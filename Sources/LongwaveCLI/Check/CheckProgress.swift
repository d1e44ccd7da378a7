import Longwave
import RadioLoop

/// Shows the progress of `longwave check` on the terminal.
final class CheckProgress {
    private static let often = Duration.milliseconds(200)

    private let line: ProgressLine
    private let tally: () -> StationChecker.Tally
    private var timer: LoopTimer?

    init(loop: EventLoop, isQuiet: Bool, tally: @escaping () -> StationChecker.Tally) {
        line = ProgressLine(loop: loop, isQuiet: isQuiet)
        self.tally = tally
        guard line.isShown else { return }
        timer = loop.makeTimer { [weak self] in self?.tick() }
        timer?.rearm(after: .zero)
    }

    deinit { timer?.cancel() }

    func say(_ text: String) { line.say(text) }

    func leave() {
        timer?.cancel()
        line.leave()
    }

    private func tick() {
        line.show(Self.text(tally()))
        timer?.rearm(after: Self.often)
    }

    static func text(_ tally: StationChecker.Tally) -> String {
        "checking: \(tally.checked) of \(tally.stations.counted("station")), \(tally.alive) OK, \(tally.dead) failed"
    }
}
