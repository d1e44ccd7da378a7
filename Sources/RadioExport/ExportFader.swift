import RadioAudio

/// Cuts sound to its range, and lets it rise at the beginning and sink at the end. The end is held back until it is known
/// that it is one. Pure.
struct ExportFader {
    private let channels: Int
    /// Frames of the source that are left out.
    private var skip: Int64
    /// Frames that are taken at most.
    private var left: Int64
    private let fadeIn: Int
    private let fadeOut: Int
    private var taken: Int64 = 0
    /// The newest frames, which may be the end.
    private var held: [Float] = []

    /// All in frames.
    init(channels: Int, start: Int64, count: Int64, fadeIn: Int, fadeOut: Int) {
        self.channels = channels
        skip = start
        left = count
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }

    /// Nothing more is wanted.
    var isFull: Bool { left == 0 }

    /// - Returns: what is sure to be before the end.
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

    /// The end.
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
