/// Blends the end of one sound into the beginning of another that does not continue it, so that no click is heard.
///
/// It works on what is given to the output, in the order given. Where the end was given before it was known to be one,
/// the last sample takes its place: it sinks to nothing while the new sound rises.
struct CrossFade {
    /// Frames of the end that wait to be blended, interleaved; empty: the last frame stands for them.
    private var tail: [Float] = []
    /// The frame given last.
    private var last: [Float] = []
    /// Frames that the blend under way takes, and those done; none is under way when they are equal.
    private var length = 0
    private var done = 0
    private var isDue = false

    var curve = FadeCurve.straight

    init(_ curve: FadeCurve = .straight) { self.curve = curve }

    /// Keeps the end instead of giving it.
    mutating func keep(_ end: UnsafeBufferPointer<Float>) { tail = Array(end) }

    /// The next sound does not continue the last.
    mutating func begin() { isDue = true }

    /// What was given has been heard to its end, or was cut off: the next sound rises out of silence.
    mutating func fallSilent() {
        tail = []
        last = []
    }

    /// Blends into frames that are about to be given. `usual` is the length of a blend without a kept end.
    mutating func apply(to samples: UnsafeMutableBufferPointer<Float>, channels: Int, usual: Int) {
        guard channels > 0, samples.count >= channels else { return }
        if isDue {
            isDue = false
            // Another number of channels: another output, which begins by itself.
            if tail.count % channels != 0 { tail = [] }
            length = tail.isEmpty ? usual : tail.count / channels
            done = 0
        }
        if done < length { blend(samples, channels) }
        if last.count != channels { last = [Float](repeating: 0, count: channels) }
        let end = samples.count - channels
        for channel in 0..<channels { last[channel] = samples[end + channel] }
    }

    private mutating func blend(_ samples: UnsafeMutableBufferPointer<Float>, _ channels: Int) {
        let frames = min(samples.count / channels, length - done)
        for frame in 0..<frames {
            let share = curve.share((Float(done + frame) + 0.5) / Float(length))
            for channel in 0..<channels {
                let index = frame * channels + channel
                let old = tail.isEmpty ? (channel < last.count ? last[channel] : 0) : tail[done * channels + index]
                samples[index] = samples[index] * share + old * (1 - share)
            }
        }
        done += frames
        if done == length { tail = [] }
    }

    /// Fills in for what is missing before the next sound: with the last frame, which then sinks as that rises.
    func hold(_ samples: UnsafeMutableBufferPointer<Float>, channels: Int) {
        guard last.count == channels, channels > 0 else { return samples.update(repeating: 0) }
        for index in samples.indices { samples[index] = last[index % channels] }
    }

    /// Lets the end of `samples` sink to nothing; `after` frames follow them.
    func fadeOut(
        _ samples: UnsafeMutableBufferPointer<Float>, channels: Int, followedBy after: Int, length: Int
    ) {
        guard channels > 0, length > 0 else { return }
        let frames = samples.count / channels
        var frame = max(frames + after - length, 0)
        while frame < frames {
            let share = curve.share((Float(frames + after - frame) - 0.5) / Float(length))
            for channel in 0..<channels { samples[frame * channels + channel] *= share }
            frame += 1
        }
    }
}
