/// An element of a media segment. Demuxers deliver elements to the HLS stream in the order of the segment's bytes.
///
/// Times are presentation times on the segment's own clock, as its bytes state them. The times of a transport stream
/// may begin anywhere, and jump back to zero when its 33-bit clock rolls over.
package enum SegmentElement {
    /// Describes the packets that follow.
    case format(MediaFormat)
    /// One encoded frame. `time` is nil if the segment states no time.
    case packet(Packet, time: MediaTime?)
    /// Metadata that belongs to the sound at `time`, or to the next packet if `time` is nil.
    case metadata(TimedMetadata, time: MediaTime?)
    /// Bytes are missing or unreadable: the next packet does not continue the previous one.
    case damage
}
