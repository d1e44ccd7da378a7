/// The reason why a packet could not be decoded. Each case needs a different reaction.
package enum DecoderError: Error, Hashable, Sendable {
    /// The packet is damaged. The caller can skip it and decode the next one.
    case damaged(String)
    /// No packet of the stream can be decoded, because its format is not supported.
    case unsupported(String)
}
