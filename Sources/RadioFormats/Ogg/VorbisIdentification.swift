/// The identification header of a Vorbis stream (Vorbis I §4.2.2).
struct VorbisIdentification {
    /// Maximum number of channels: §4.3.9 defines the order of no more.
    static let maximumChannels = 8
    /// Length of the header in bytes.
    private static let byteCount = 30
    /// Lengths of a window in samples, as exponents of 2 (§4.2.2).
    private static let windowExponents = 6...13

    let channelCount: Int
    let sampleRate: Int
    /// Average number of bits per second that the encoder aims at; nil if the header states none.
    let bitRate: Int?
    /// Lengths in samples of the stream's short and long windows.
    let windows: (short: Int, long: Int)

    /// Reads the header. Returns nil if it is invalid, or if its sample rate or its channels cannot be played.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount, VorbisSetup.begins(bytes, 1) else { return nil }
        var reader = VorbisBitReader(UnsafeRawBufferPointer(rebasing: bytes[VorbisSetup.signLength...]))
        guard reader.read(32) == 0 else { return nil }
        channelCount = reader.read(8)
        sampleRate = reader.read(32)
        // Skips the maximum bit rate before the average one, and the minimum bit rate after it.
        reader.skip(32)
        let rate = Int(Int32(truncatingIfNeeded: reader.read(32)))
        reader.skip(32)
        bitRate = rate > 0 ? rate : nil
        let (short, long) = (reader.read(4), reader.read(4))
        windows = (1 << short, 1 << long)
        guard reader.readFlag(), (1...Self.maximumChannels).contains(channelCount),
            MediaFormat.sampleRates.contains(sampleRate),
            Self.windowExponents.contains(short), Self.windowExponents.contains(long), short <= long
        else { return nil }
    }

}
