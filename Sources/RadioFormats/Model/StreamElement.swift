/// What a stream is made of, whatever carried it: the alphabet between streams and players.
package enum StreamElement {
    /// Describes the packets that follow.
    case format(MediaFormat)
    case packet(Packet)
    /// Belongs to the next packet.
    case metadata(TimedMetadata)
    /// Where the next packet belongs, in an item that is seekable.
    case position(SoundPosition)
    /// The next packet does not continue the one before: sound was lost or something else begins.
    case discontinuity
    /// Nothing follows.
    case end
}
