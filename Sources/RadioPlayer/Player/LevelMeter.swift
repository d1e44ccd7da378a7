import RadioAudio

/// Measures the sound given to one output in blocks of 40 ms, and returns the levels of each block once the block is
/// heard.
struct LevelMeter {
    /// The number of blocks in a second of sound.
    static let rate = 25
    /// The maximum number of blocks whose levels are stored: five seconds of sound, more than is queued at an output.
    private static let maximumBlocks = 128

    /// The levels of one block.
    private struct Block {
        /// The index of the output's first sample frame after the block.
        var end: Int64
        var channels: [AudioLevels.Channel]
    }

    private let channelCount: Int
    private let blockFrames: Int64
    private var blocks: [Block] = []
    private var squares: [Double]
    private var peaks: [Float]
    private var frames: Int64 = 0

    init(_ format: PCMFormat) {
        channelCount = max(format.channelCount, 1)
        blockFrames = Int64(max(format.sampleRate / Self.rate, 1))
        squares = [Double](repeating: 0, count: channelCount)
        peaks = [Float](repeating: 0, count: channelCount)
    }

    /// Measures samples that are given to the output.
    /// - Parameters:
    ///   - samples: interleaved samples, in whole sample frames.
    ///   - position: the index of the output's sample frame with which `samples` begins.
    mutating func measure(_ samples: UnsafeBufferPointer<Float>, from position: Int64) {
        for frame in 0..<samples.count / channelCount {
            for channel in 0..<channelCount {
                let sample = samples[frame * channelCount + channel]
                squares[channel] += Double(sample * sample)
                peaks[channel] = max(peaks[channel], abs(sample))
            }
            frames += 1
            if frames == blockFrames { endBlock(position + Int64(frame) + 1) }
        }
    }

    private mutating func endBlock(_ end: Int64) {
        let channels = zip(squares, peaks).map { square, peak in
            AudioLevels.Channel(
                average: AudioLevels.decibels((square / Double(frames)).squareRoot()),
                peak: AudioLevels.decibels(Double(peak)))
        }
        if blocks.count == Self.maximumBlocks { blocks.removeFirst() }
        blocks.append(Block(end: end, channels: channels))
        for channel in 0..<channelCount { (squares[channel], peaks[channel]) = (0, 0) }
        frames = 0
    }

    /// Forgets the sound from the output's sample frame `position` on, which was taken back.
    mutating func remove(from position: Int64) {
        blocks.removeAll { $0.end > position }
        for channel in 0..<channelCount { (squares[channel], peaks[channel]) = (0, 0) }
        frames = 0
    }

    /// Returns the levels of the blocks that were heard since the last call: the average of the newest block, and the
    /// largest peak of all. Nil if no block was heard completely.
    ///
    /// - Parameter frame: the index of the output's sample frame that is heard now.
    mutating func take(heard frame: Int64) -> AudioLevels? {
        let count = blocks.prefix { $0.end <= frame }.count
        guard count > 0 else { return nil }
        var channels = blocks[count - 1].channels
        for block in blocks[..<count] {
            for index in channels.indices {
                channels[index].peak = max(channels[index].peak, block.channels[index].peak)
            }
        }
        blocks.removeFirst(count)
        return AudioLevels(channels: channels)
    }
}
