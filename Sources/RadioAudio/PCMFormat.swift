import RadioFormats

/// The format of decoded sound: interleaved 32-bit floats in the processor's byte order, nominally −1…1.
public struct PCMFormat: Hashable, Sendable {
    /// Sample frames per second.
    public var sampleRate: Int
    /// Number of channels.
    ///
    /// Their order is that of WAVE files: front left, front right, front centre, low frequencies, back left, back
    /// right, …; a single channel is mono.
    public var channelCount: Int

    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    public var bytesPerFrame: Int { channelCount * MemoryLayout<Float>.size }
}

extension PCMFormat: CustomStringConvertible {
    public var description: String { "\(sampleRate) Hz, \(channelCount.counted("channel"))" }
}
