/// Takes media segments of one kind apart: bytes in, elements out. Pure: no clock, file or socket.
///
/// One demuxer serves consecutive segments of one rendition, so that tables and continuity carry over.
package protocol SegmentDemuxer {
    /// The segment's bytes in their order, cut anywhere.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void)
    /// The segment is complete: what was waited for is given out. The next segment may follow.
    mutating func finish(_ emit: (SegmentElement) -> Void)
    /// Why no sound can come of it; nil while there is, or may be, some.
    var problem: SegmentProblem? { get }
}
