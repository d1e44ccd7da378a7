/// The shape of sound: for each column, the lowest and highest sample of all channels, and the root mean square.
///
/// A sample value of 1 is full scale.
public struct Waveform: Hashable, Sendable {
    /// The extent and loudness of the samples in one column.
    public struct Column: Hashable, Sendable {
        public var minimum: Float
        public var maximum: Float
        /// The root mean square of the samples.
        public var rms: Float
    }

    public internal(set) var columns: [Column] = []
    /// The duration of the sound.
    public internal(set) var duration = Duration.zero

    /// The largest number of columns.
    public static let maximumWidth = 16_384
}

/// Computes the columns of a waveform while the length of the sound is not known yet. A pure value.
///
/// The builder divides the sound into buckets of equal length. When the number of buckets reaches twice
/// ``minimumBuckets``, it merges each pair of neighbours into one.
struct WaveformBuilder {
    /// A summary of the samples in a short stretch of sound.
    private struct Bucket {
        var minimum = Float.infinity
        var maximum = -Float.infinity
        var squares = 0.0
        var count = 0

        /// Adds samples, but leaves out those that are not finite numbers.
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

    /// The minimum number of buckets, unless the sound is short: eight per column at the maximum width. So a column's
    /// border is exact to an eighth of the column.
    static let minimumBuckets = 8 * Waveform.maximumWidth

    private var buckets: [Bucket] = []
    private var current = Bucket()
    private var framesInCurrent = 0
    private var framesPerBucket = 1
    private(set) var frames = 0

    /// Adds interleaved samples, which continue the samples of the previous call.
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

    /// Closes the current bucket, and halves the number of buckets when there are too many.
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

    /// Returns the columns of the sound collected so far.
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
