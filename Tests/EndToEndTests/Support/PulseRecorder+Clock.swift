import RadioLoop
import TestSupport

extension PulseRecorder {
    /// Returns the time at which the monitor delivered a frame.
    ///
    /// On a busy computer, pieces arrive late, never early. The piece with the shortest delay therefore dates all
    /// frames.
    func heard(frame: Int) -> MonotonicInstant? {
        func time(_ frame: Int) -> Duration { .seconds(Double(frame) / Double(rate)) }
        let begin = marks.map { $0.at.advanced(by: .zero - time($0.frame)) }.min()
        return begin?.advanced(by: time(frame))
    }
}
