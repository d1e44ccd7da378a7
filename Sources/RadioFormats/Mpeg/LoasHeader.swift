/// The three-byte header of an AudioMuxElement in an AudioSyncStream (ISO/IEC 14496-3 §1.7.2).
struct LoasHeader: Hashable, AudioFrameHeader {
    static var length: Int { 3 }
    static var firstByte: UInt8 { 0x56 }

    /// Length of the element including its header, in bytes.
    var byteCount: Int

    init?(_ bytes: UnsafeRawBufferPointer) {
        // Eleven bits of sync word 0x2B7, thirteen bits of length.
        guard bytes.count >= Self.length, bytes[0] == 0x56, bytes[1] & 0xE0 == 0xE0 else { return nil }
        byteCount = Self.length + (Int(bytes[1] & 0x1F) << 8 | Int(bytes[2]))
        guard byteCount > Self.length else { return nil }
    }

    var frameLength: Int? { byteCount }
    var paddingLength: Int { 0 }
    /// Zero, because only the element's content gives the number of samples.
    var sampleCount: Int { 0 }

    func isCompatible(with other: LoasHeader) -> Bool { true }
    func namedBitRate(freeFormatLength: Int) -> Int? { nil }

    func mediaFormat(bitRate: Int?) -> MediaFormat {
        MediaFormat(codec: .aac, framing: .raw(audioSpecificConfig: []), sampleRate: 0, channelCount: 0)
    }

    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader? { nil }
}
