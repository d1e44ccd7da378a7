/// The three-byte header of an AudioMuxElement in an AudioSyncStream (ISO/IEC 14496-3 §1.7.2).
struct LoasHeader: Hashable, AudioFrameHeader {
    static var length: Int { 3 }
    static var firstByte: UInt8 { 0x56 }

    /// Length of the element including its header, in bytes.
    var byteCount: Int

    init?(_ bytes: UnsafeRawBufferPointer) {
        // The header consists of the sync word 0x2B7 in eleven bits, and the element's length in thirteen bits.
        guard bytes.count >= Self.length, bytes[0] == 0x56, bytes[1] & 0xE0 == 0xE0 else { return nil }
        byteCount = Self.length + (Int(bytes[1] & 0x1F) << 8 | Int(bytes[2]))
        guard byteCount > Self.length else { return nil }
    }

    var frameLength: Int? { byteCount }
    var paddingLength: Int { 0 }
    /// Zero: the header does not state the number of samples, which ``LatmReader`` finds in the element's content.
    var sampleCount: Int { 0 }

    func isCompatible(with other: LoasHeader) -> Bool { true }
    func namedBitRate(freeFormatLength: Int) -> Int? { nil }

    func mediaFormat(bitRate: Int?) -> MediaFormat {
        MediaFormat(codec: .aac, framing: .raw(audioSpecificConfig: []), sampleRate: 0, channelCount: 0)
    }

    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader? { nil }
}
