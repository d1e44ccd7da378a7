import RadioLoop
import TestSupport

extension PulseRecorder {
    /// Returns the time at which the sink's monitor delivered a sample frame.
    ///
    /// On a busy computer, chunks of the recording arrive late, never early. The chunk with the shortest delay
    /// therefore gives the time of all sample frames.
    func heard(frame: Int) -> MonotonicInstant? {
        func time(_ frame: Int) -> Duration { .seconds(Double(frame) / Double(rate)) }
        let begin = marks.map { $0.at.advanced(by: .zero - time($0.frame)) }.min()
        return begin?.advanced(by: time(frame))
    }
}
