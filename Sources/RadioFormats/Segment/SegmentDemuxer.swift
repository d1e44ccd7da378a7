/// Demuxes media segments of one kind: bytes in, elements out. Pure: without a clock, file or socket.
///
/// One demuxer reads the consecutive segments of one rendition, so tables and counters carry over.
package protocol SegmentDemuxer {
    /// Takes the next bytes of the segment, which may end anywhere.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void)
    /// Ends the segment and emits the elements that are still held. The next segment may be fed afterwards.
    mutating func finish(_ emit: (SegmentElement) -> Void)
    /// The reason why the segments give no sound; nil if they gave some, or still may.
    var problem: SegmentProblem? { get }
}
