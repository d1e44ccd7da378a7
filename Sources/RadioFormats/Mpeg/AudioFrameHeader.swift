/// The properties of a frame header that ``FrameChain`` uses.
protocol AudioFrameHeader: Sendable {
    /// Number of bytes that ``init(_:)`` needs.
    static var length: Int { get }
    /// First byte of every header.
    static var firstByte: UInt8 { get }

    init?(_ bytes: UnsafeRawBufferPointer)

    /// Length of the whole frame in bytes; nil for free format.
    var frameLength: Int? { get }
    /// Number of bytes by which the frame is longer than other frames of its free format.
    var paddingLength: Int { get }
    /// Samples per channel in the frame.
    var sampleCount: Int { get }

    /// Searches `bytes`, which begin with this header, for the length of the stream's free-format frames.
    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer
    /// Returns whether frames with both headers can occur in one stream of constant format.
    func isCompatible(with other: Self) -> Bool
    /// Returns the bits per second that the header states; nil if it states none.
    /// - Parameter freeFormatLength: length of a free-format frame without padding, in bytes.
    func namedBitRate(freeFormatLength: Int) -> Int?
    func mediaFormat(bitRate: Int?) -> MediaFormat
    /// Returns the description of the whole stream (a Xing or similar header) if the frame holds it in place of sound.
    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader?
}

extension AudioFrameHeader {
    static var firstByte: UInt8 { 0xFF }

    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer { .none }
}
