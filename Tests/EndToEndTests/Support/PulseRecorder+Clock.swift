import RadioLoop
import TestSupport

extension PulseRecorder {
    /// When a frame was at the monitor. A busy machine brings pieces late, never early: the one that came the soonest
    /// after its sound tells the time of all.
    func heard(frame: Int) -> MonotonicInstant? {
        func time(_ frame: Int) -> Duration { .seconds(Double(frame) / Double(rate)) }
        let begin = marks.map { $0.at.advanced(by: .zero - time($0.frame)) }.min()
        return begin?.advanced(by: time(frame))
    }
}
