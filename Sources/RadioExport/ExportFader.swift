import RadioAudio

/// Cuts sound to the range of an export, and fades its beginning in and its end out. A pure value.
///
/// The end of the sound may come without notice. The fader therefore holds back the newest sample frames, as many as
/// the fade-out has, until it is certain that they do not belong to the fade-out.
struct ExportFader {
    private let channels: Int
    /// The number of sample frames that are still to be skipped before the range begins.
    private var skip: Int64
    /// The number of sample frames of the range that were not taken yet.
    private var left: Int64
    private let fadeIn: Int
    private let fadeOut: Int
    private var taken: Int64 = 0
    /// The newest samples, interleaved, which may belong to the fade-out.
    private var held: [Float] = []

    /// Makes a fader for the range of `count` sample frames after the first `start`.
    ///
    /// All arguments except `channels` count sample frames. A sample frame has one sample of each channel.
    init(channels: Int, start: Int64, count: Int64, fadeIn: Int, fadeOut: Int) {
        self.channels = channels
        skip = start
        left = count
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }

    /// Whether all sample frames of the range were taken.
    var isFull: Bool { left == 0 }

    /// Takes the next samples of the source, interleaved.
    ///
    /// - Returns: the next samples of the range that certainly precede the fade-out, faded in if they belong to the
    ///   fade-in.
    mutating func take(_ samples: ArraySlice<Float>) -> [Float] {
        let frames = Int64(samples.count / channels)
        let skipped = min(skip, frames)
        skip -= skipped
        let count = Int(min(frames - skipped, left))
        left -= Int64(count)
        let first = samples.startIndex + Int(skipped) * channels
        var wanted = Array(samples[first..<first + count * channels])
        if taken < fadeIn {
            for frame in 0..<count where taken + Int64(frame) < fadeIn {
                let factor = Float(Double(taken + Int64(frame)) / Double(fadeIn))
                for channel in 0..<channels { wanted[frame * channels + channel] *= factor }
            }
        }
        taken += Int64(count)
        guard fadeOut > 0 else { return wanted }
        held += wanted
        let sure = max(held.count - fadeOut * channels, 0)
        defer { held.removeFirst(sure) }
        return Array(held[..<sure])
    }

    /// Returns the samples that were held back, faded out. Called after the end of the sound.
    mutating func finish() -> [Float] {
        let frames = held.count / channels
        for frame in 0..<frames {
            let factor = Float(Double(frames - frame) / Double(max(fadeOut, 1)))
            for channel in 0..<channels { held[frame * channels + channel] *= min(factor, 1) }
        }
        defer { held = [] }
        return held
    }
}
