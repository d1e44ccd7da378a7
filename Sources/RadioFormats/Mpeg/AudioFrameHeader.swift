/// A frame header of MPEG audio, ADTS or LOAS, with the properties that ``FrameChain`` uses.
protocol AudioFrameHeader: Sendable {
    /// Number of bytes that ``init(_:)`` needs.
    static var length: Int { get }
    /// The byte with which every header begins.
    static var firstByte: UInt8 { get }

    init?(_ bytes: UnsafeRawBufferPointer)

    /// Length of the whole frame in bytes; nil if the header does not state it (free format of MPEG audio).
    var frameLength: Int? { get }
    /// Number of bytes by which padding lengthens the frame; needed only for free format.
    var paddingLength: Int { get }
    /// Samples per channel in the frame.
    var sampleCount: Int { get }

    /// Finds the length of the stream's free-format frames. `bytes` begins with this header.
    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer
    /// Returns whether a frame with this header and a frame with the header `other` can occur in one stream whose
    /// format does not change.
    func isCompatible(with other: Self) -> Bool
    /// Returns the bits per second, as the header states or as follows from the length of free-format frames; nil if
    /// unknown.
    /// - Parameter freeFormatLength: length of a free-format frame without padding, in bytes.
    func namedBitRate(freeFormatLength: Int) -> Int?
    func mediaFormat(bitRate: Int?) -> MediaFormat
    /// Returns the description of the whole stream (a Xing or similar header) if the frame contains one instead of
    /// sound; otherwise nil.
    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader?
}

extension AudioFrameHeader {
    static var firstByte: UInt8 { 0xFF }

    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer { .none }
}
