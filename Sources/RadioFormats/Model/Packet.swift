/// One encoded frame of sound. The bytes are borrowed: they are valid only during the call that hands them over.
public struct Packet {
    public var bytes: UnsafeRawBufferPointer
    /// Samples per channel that it stands for, at its format's ``MediaFormat/sampleRate``.
    public var sampleCount: Int

    public init(bytes: UnsafeRawBufferPointer, sampleCount: Int) {
        self.bytes = bytes
        self.sampleCount = sampleCount
    }
}
