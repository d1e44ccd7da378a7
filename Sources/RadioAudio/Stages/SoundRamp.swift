import Glibc
import RadioLoop

/// Changes the loudness evenly from one factor to another, in addition to the gain of a ``SoundGain``.
package final class SoundRamp {
    /// A change of the factor.
    private struct Change {
        var from: Float
        var to: Float
        var curve: FadeCurve
        /// The length of the change, in sample frames.
        var length: Double
        /// The number of sample frames since the beginning of the change. It grows on after the end of the change,
        /// because sound may be taken back.
        var done = 0.0

        var factor: Float {
            let progress = Float(min(done / length, 1))
            if curve == .decibels, from > 0, to > 0 { return from * powf(to / from, progress) }
            return to > from
                ? from + (to - from) * curve.share(progress) : to + (from - to) * curve.share(1 - progress)
        }
    }

    private var change = Change(from: 1, to: 1, curve: .straight, length: 1)
    /// The duration of the change that begins with the next sample frame; nil if none is due.
    private var due: Duration?

    /// Makes a ramp that goes on as another one does, or leaves the sound as it is.
    package init(goingOn other: SoundRamp? = nil) {
        if let other { (change, due) = (other.change, other.due) }
    }

    /// Begins a change with the next sample frame.
    /// - Parameters:
    ///   - factor: the factor at the end of the change; 1 leaves the sound as it is, 0 is silence.
    ///   - start: the factor at the beginning; nil for the present one.
    package func go(to factor: Float, from start: Float? = nil, over duration: Duration, _ curve: FadeCurve) {
        change = Change(from: start ?? change.factor, to: factor, curve: curve, length: 1)
        due = duration
    }

    package func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        let channels = max(format.channelCount, 1)
        if let duration = due.take() { change.length = max(duration.inSeconds * Double(format.sampleRate), 1) }
        let frames = samples.count / channels
        var frame = 0
        while frame < frames, change.done < change.length {
            let factor = change.factor
            for index in frame * channels..<(frame + 1) * channels { samples[index] *= factor }
            change.done += 1
            frame += 1
        }
        change.done += Double(frames - frame)
        guard change.to != 1 else { return }
        for index in frame * channels..<samples.count { samples[index] *= change.to }
    }

    package func tookBack(frames: Int64) { change.done = max(change.done - Double(frames), 0) }
}
