import RadioAudio

/// Cuts sound to a range, and fades it in and out. A pure value.
///
/// The fader holds back the newest sample frames, because they may turn out to be the last ones, which fade out.
struct ExportFader {
    private let channels: Int
    /// The number of sample frames of the source still to be skipped before the range.
    private var skip: Int64
    /// The number of sample frames of the range still to be taken from the source.
    private var left: Int64
    private let fadeIn: Int
    private let fadeOut: Int
    private var taken: Int64 = 0
    /// The newest samples, interleaved, which may turn out to be in the fade-out.
    private var held: [Float] = []

    /// Makes a fader.
    ///
    /// All arguments except `channels` are numbers of sample frames.
    init(channels: Int, start: Int64, count: Int64, fadeIn: Int, fadeOut: Int) {
        self.channels = channels
        skip = start
        left = count
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }

    /// Whether the whole range was taken from the source.
    var isFull: Bool { left == 0 }

    /// Takes the next samples of the source.
    ///
    /// - Returns: the samples that certainly precede the fade-out.
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

    /// Returns the held samples, faded out.
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
