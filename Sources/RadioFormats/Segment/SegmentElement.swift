/// What a media segment is made of, in the order of its bytes: the alphabet between demuxers and the HLS stream.
///
/// Times are presentation times on the segment's own clock, as its bytes tell them: a 33-bit clock of a transport stream is
/// not unrolled here, and it may begin anywhere.
package enum SegmentElement {
    /// Describes the packets that follow.
    case format(MediaFormat)
    /// One encoded frame. `time` is nil where the segment does not tell any.
    case packet(Packet, time: MediaTime?)
    /// Belongs to the sound at `time`; where that is nil, to the next packet.
    case metadata(TimedMetadata, time: MediaTime?)
    /// Bytes are missing or cannot be read: the next packet does not continue the one before.
    case damage
}
