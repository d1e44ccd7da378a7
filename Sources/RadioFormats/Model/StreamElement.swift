/// An element of a stream. All transports and containers deliver their packets, formats and metadata to the player as
/// such elements.
package enum StreamElement {
    /// The format of all packets up to the next format element.
    case format(MediaFormat)
    case packet(Packet)
    /// Metadata that takes effect at the next packet.
    case metadata(TimedMetadata)
    /// The time of the next packet in an item in which a listener can seek.
    case position(SoundPosition)
    /// The next packet does not continue the previous one: sound between them was lost, or other sound begins.
    ///
    /// `isGap` is false if the station only put other sound behind the previous one, so that nothing is missing.
    case discontinuity(isGap: Bool)
    /// The end of the stream.
    case end
}
