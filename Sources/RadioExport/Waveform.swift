/// The shape of sound over time, divided into columns of equal duration. A column has the lowest and highest sample of
/// all channels, and the root mean square.
///
/// A sample of 1 or -1 is full scale.
public struct Waveform: Hashable, Sendable {
    /// The lowest sample, the highest sample and the loudness in one column of a waveform.
    public struct Column: Hashable, Sendable {
        public var minimum: Float
        public var maximum: Float
        /// The root mean square of the column's samples, a measure of loudness.
        public var rms: Float
    }

    public internal(set) var columns: [Column] = []
    /// The duration of the sound that all columns show together.
    public internal(set) var duration = Duration.zero

    /// The maximum number of columns of a waveform.
    public static let maximumWidth = 16_384
}

/// Computes the columns of a waveform from sound whose duration is not known in advance. A pure value.
///
/// The builder divides the sound into buckets of equal duration, more than there are columns. When the number of
/// buckets reaches twice ``minimumBuckets``, it merges each pair of neighbours into one bucket.
struct WaveformBuilder {
    /// The minimum, the maximum and the sum of squares of the samples in a short part of the sound.
    private struct Bucket {
        var minimum = Float.infinity
        var maximum = -Float.infinity
        var squares = 0.0
        var count = 0

        /// Adds samples of the sound. Samples that are not finite numbers are ignored.
        mutating func add(_ samples: UnsafeBufferPointer<Float>) {
            for sample in samples where sample.isFinite {
                minimum = min(minimum, sample)
                maximum = max(maximum, sample)
                squares += Double(sample * sample)
                count += 1
            }
        }

        mutating func add(_ other: Bucket) {
            minimum = min(minimum, other.minimum)
            maximum = max(maximum, other.maximum)
            squares += other.squares
            count += other.count
        }
    }

    /// The minimum number of buckets once the sound is long enough: eight per column at the maximum width. The border
    /// of a column is thus exact to an eighth of the column.
    static let minimumBuckets = 8 * Waveform.maximumWidth

    private var buckets: [Bucket] = []
    private var current = Bucket()
    private var framesInCurrent = 0
    private var framesPerBucket = 1
    private(set) var frames = 0

    /// Adds interleaved samples, which directly follow the samples of the previous call.
    mutating func add(_ samples: [Float], channels: Int) {
        samples.withUnsafeBufferPointer { samples in
            let count = samples.count / channels
            var frame = 0
            while frame < count {
                let next = min(frame + framesPerBucket - framesInCurrent, count)
                current.add(UnsafeBufferPointer(rebasing: samples[frame * channels..<next * channels]))
                framesInCurrent += next - frame
                frame = next
                if framesInCurrent == framesPerBucket { endBucket() }
            }
            frames += count
        }
    }

    /// Completes the current bucket. If there are now too many buckets, merges each pair of neighbours.
    private mutating func endBucket() {
        buckets.append(current)
        current = Bucket()
        framesInCurrent = 0
        guard buckets.count == 2 * Self.minimumBuckets else { return }
        for index in 0..<Self.minimumBuckets {
            var merged = buckets[2 * index]
            merged.add(buckets[2 * index + 1])
            buckets[index] = merged
        }
        buckets.removeLast(Self.minimumBuckets)
        framesPerBucket *= 2
    }

    /// Returns the columns of the waveform of all sound that was added so far.
    ///
    /// - Parameter width: the number of columns, 1 to ``Waveform/maximumWidth``.
    func columns(_ width: Int) -> [Waveform.Column] {
        let all = framesInCurrent > 0 ? buckets + [current] : buckets
        let width = min(max(width, 1), Waveform.maximumWidth)
        return (0..<width).map { column in
            let first = column * all.count / width
            let last = max((column + 1) * all.count / width, first + 1)
            var sum = Bucket()
            for bucket in all[min(first, all.count)..<min(last, all.count)] { sum.add(bucket) }
            guard sum.count > 0 else { return Waveform.Column(minimum: 0, maximum: 0, rms: 0) }
            return Waveform.Column(
                minimum: sum.minimum, maximum: sum.maximum, rms: Float((sum.squares / Double(sum.count)).squareRoot()))
        }
    }
}
