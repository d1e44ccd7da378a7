/// Demuxes media segments of one kind: bytes in, elements out. Pure: without a clock, file or socket.
///
/// One demuxer reads the consecutive segments of one rendition, so tables and counters carry over.
package protocol SegmentDemuxer {
    /// Takes the next bytes of the segment, cut anywhere.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void)
    /// Ends the segment and emits the elements that are still held. The next segment may be fed afterwards.
    mutating func finish(_ emit: (SegmentElement) -> Void)
    /// The reason why no sound can come; nil if sound came or may come.
    var problem: SegmentProblem? { get }
}
