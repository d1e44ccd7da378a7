/// An element of a media segment. Demuxers deliver elements to the HLS stream in the order of the segment's bytes.
///
/// Times are the presentation times that the segment's bytes state. The times of a transport stream may begin anywhere,
/// and jump back to zero when its 33-bit clock rolls over.
package enum SegmentElement {
    /// The format of all packets up to the next format element.
    case format(MediaFormat)
    /// One encoded frame. `time` is nil if the segment states no time.
    case packet(Packet, time: MediaTime?)
    /// Metadata that belongs to the sound at `time`, or to the next packet if `time` is nil.
    case metadata(TimedMetadata, time: MediaTime?)
    /// The next packet does not continue the previous one, because bytes are missing or unreadable.
    case damage
}
