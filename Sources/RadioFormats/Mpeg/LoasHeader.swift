/// The three bytes before each AudioMuxElement of an AudioSyncStream (ISO/IEC 14496-3 §1.7.2).
struct LoasHeader: Hashable, AudioFrameHeader {
    static var length: Int { 3 }
    static var firstByte: UInt8 { 0x56 }

    /// Bytes of the element with its header.
    var byteCount: Int

    init?(_ bytes: UnsafeRawBufferPointer) {
        // Eleven bits of 0x2B7, thirteen of length.
        guard bytes.count >= Self.length, bytes[0] == 0x56, bytes[1] & 0xE0 == 0xE0 else { return nil }
        byteCount = Self.length + (Int(bytes[1] & 0x1F) << 8 | Int(bytes[2]))
        guard byteCount > Self.length else { return nil }
    }

    var frameLength: Int? { byteCount }
    var paddingLength: Int { 0 }
    /// Only the element's content tells.
    var sampleCount: Int { 0 }

    func isCompatible(with other: LoasHeader) -> Bool { true }
    func namedBitRate(freeFormatLength: Int) -> Int? { nil }

    func mediaFormat(bitRate: Int?) -> MediaFormat {
        MediaFormat(codec: .aac, framing: .raw(audioSpecificConfig: []), sampleRate: 0, channelCount: 0)
    }

    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader? { nil }
}
