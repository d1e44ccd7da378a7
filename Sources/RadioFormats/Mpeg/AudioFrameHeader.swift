/// What ``FrameChain`` must know of a frame header, be it MPEG audio's or ADTS'.
protocol AudioFrameHeader: Sendable {
    /// Bytes that ``init(_:)`` needs.
    static var length: Int { get }
    /// What each header begins with.
    static var firstByte: UInt8 { get }

    init?(_ bytes: UnsafeRawBufferPointer)

    /// Bytes of the whole frame; nil for free format.
    var frameLength: Int? { get }
    /// Bytes by which this frame is longer than others of its free format.
    var paddingLength: Int { get }
    /// Samples per channel of the frame.
    var sampleCount: Int { get }

    /// The length of free format's frames, by the bytes that begin with this header of one.
    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer
    /// Whether both can follow each other in one stream that keeps its form.
    func isCompatible(with other: Self) -> Bool
    /// Bits a second as the header says it; nil where it does not.
    /// - Parameter freeFormatLength: bytes of a frame of free format without padding.
    func namedBitRate(freeFormatLength: Int) -> Int?
    func mediaFormat(bitRate: Int?) -> MediaFormat
    /// What the frame says of the whole stream, if it was put there for that and holds no sound.
    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader?
}

extension AudioFrameHeader {
    static var firstByte: UInt8 { 0xFF }

    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer { .none }
}
