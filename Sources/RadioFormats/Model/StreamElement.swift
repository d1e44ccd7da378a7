/// An element of a stream, in the same form for all transports and containers. Streams deliver elements to players.
package enum StreamElement {
    /// Describes the packets that follow.
    case format(MediaFormat)
    case packet(Packet)
    /// Metadata that belongs to the next packet.
    case metadata(TimedMetadata)
    /// The place of the next packet in a seekable item.
    case position(SoundPosition)
    /// The next packet does not continue the previous one: sound was lost, or different sound begins.
    case discontinuity
    /// The end of the stream.
    case end
}
