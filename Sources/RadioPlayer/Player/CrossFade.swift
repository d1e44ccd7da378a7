import RadioAudio

/// Blends the end of one sound into the beginning of another that does not continue it, so that no click is heard.
///
/// The blend is applied to the sound on its way to the output, in order. If the output already has all of the old sound
/// when the new sound comes, the last sample frame of the old sound is repeated: it fades out while the new sound fades
/// in.
struct CrossFade {
    /// The end of the old sound, as interleaved samples.
    private struct End {
        var samples: [Float] = []
        var channels = 1

        var frames: Int { samples.count / channels }

        /// Returns one sample frame of silence.
        static func silence(_ channels: Int) -> End {
            End(samples: Array(repeating: 0, count: channels), channels: channels)
        }

        /// Returns one channel's sample of a sample frame. If `frame` is beyond the end, returns that of the last
        /// sample frame.
        func sample(_ frame: Int, _ channel: Int) -> Float { samples[min(frame, frames - 1) * channels + channel] }
    }

    /// The progress of the blend.
    private enum Blend {
        case none
        /// The blend begins with the next sample frame that the output gets. `End` is the old sound that fades out.
        case due(End)
        /// The output has got `done` of the blend's `length` sample frames. `End` is the old sound that fades out, at
        /// least one sample frame.
        case underWay(End, length: Int, done: Int)
    }

    /// The end of the old sound, decoded but not given to the output. It is heard only in the blend with the sound that
    /// follows.
    private var kept = End()
    private var blend = Blend.none
    /// The last sample frame that was given to the output; empty before the first one and after ``fallSilent()``.
    private var last = End()

    var curve = FadeCurve.straight

    init(_ curve: FadeCurve = .straight) { self.curve = curve }

    /// Stores the end of the old sound for the next blend. The output gets it only in that blend.
    ///
    /// This end comes after all samples that are passed to ``apply(to:channels:usual:)`` before the next ``begin()``.
    mutating func keep(_ end: UnsafeBufferPointer<Float>, channels: Int) {
        kept = End(samples: Array(end), channels: channels)
    }

    /// Makes the next samples of ``apply(to:channels:usual:)`` blend with the sound before, because they do not
    /// continue that sound.
    mutating func begin() {
        // If no samples were given to the output after the previous call of this method, the blend is due already.
        if case .due = blend, kept.samples.isEmpty { return }
        var end = kept
        kept = End()
        // If an earlier blend is still under way, it also applies to the kept end of the old sound, as if that end had
        // been given to the output.
        end.samples.withUnsafeMutableBufferPointer { [end] in
            goOn(over: $0, channels: end.channels, usual: end.frames)
        }
        blend = .due(end)
    }

    /// Fades the next sound in from silence, because the output has played all sound before or has dropped it.
    mutating func fallSilent() {
        kept = End()
        last = End()
        blend = .due(End())
    }

    /// Applies the blend to sample frames that are about to be given to the output.
    ///
    /// - Parameter usual: the length, in sample frames, of a blend without a call of ``keep(_:channels:)`` before it.
    mutating func apply(to samples: UnsafeMutableBufferPointer<Float>, channels: Int, usual: Int) {
        guard channels > 0, samples.count >= channels else { return }
        goOn(over: samples, channels: channels, usual: usual)
        if last.samples.count != channels { last = .silence(channels) }
        let end = samples.count - channels
        for channel in 0..<channels { last.samples[channel] = samples[end + channel] }
    }

    /// Continues the blend over these samples, or begins a blend that is due.
    private mutating func goOn(over samples: UnsafeMutableBufferPointer<Float>, channels: Int, usual: Int) {
        if case .due(let end) = blend, !samples.isEmpty { begin(with: end, channels: channels, usual: usual) }
        // A different number of channels means a new output, which never got the old sound. So nothing is blended.
        guard case .underWay(let end, let length, let done) = blend, end.channels == channels else {
            if !samples.isEmpty { blend = .none }
            return
        }
        let frames = min(samples.count / channels, length - done)
        for frame in 0..<frames {
            let share = curve.share((Float(done + frame) + 0.5) / Float(length))
            for channel in 0..<channels {
                let index = frame * channels + channel
                samples[index] = samples[index] * share + end.sample(done + frame, channel) * (1 - share)
            }
        }
        blend = done + frames < length ? .underWay(end, length: length, done: done + frames) : .none
    }

    private mutating func begin(with end: End, channels: Int, usual: Int) {
        if end.frames > 0, end.channels == channels {
            blend = .underWay(end, length: end.frames, done: 0)
        } else if last.frames > 0, last.channels == channels {
            blend = .underWay(last, length: max(usual, 1), done: 0)
        } else {
            blend = .underWay(.silence(channels), length: max(usual, 1), done: 0)
        }
    }

    /// Fills `samples`, a gap in the sound, with repetitions of the last sample frame before the gap. That frame then
    /// fades out while the sound after the gap fades in.
    func hold(_ samples: UnsafeMutableBufferPointer<Float>, channels: Int) {
        guard last.frames > 0, last.channels == channels else { return samples.update(repeating: 0) }
        for index in samples.indices { samples[index] = last.samples[index % channels] }
    }

    /// Applies the part of a fade-out that falls into `samples`. The fade-out has `length` sample frames and ends
    /// `after` sample frames past the end of `samples`.
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
