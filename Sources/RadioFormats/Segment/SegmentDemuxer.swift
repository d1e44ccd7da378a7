/// Demuxes media segments of one kind: takes bytes, and emits elements. It uses no clock, file or socket.
///
/// One demuxer reads all segments of one rendition in order, because tables, counters and incomplete frames may
/// continue in the next segment.
package protocol SegmentDemuxer {
    /// Takes the next bytes of the segment. The bytes may end anywhere, even inside a frame.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void)
    /// Ends the segment, and emits the elements that were not emitted yet. The next bytes fed belong to the next
    /// segment.
    mutating func finish(_ emit: (SegmentElement) -> Void)
    /// The reason why no packets are emitted; nil if packets were emitted, or may still be.
    var problem: SegmentProblem? { get }
}
