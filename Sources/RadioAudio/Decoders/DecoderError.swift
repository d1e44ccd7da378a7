/// The reason why a packet gave no sound, by remedy.
package enum DecoderError: Error, Hashable, Sendable {
    /// The packet is damaged: skip it.
    case damaged(String)
    /// No packet of this format can be decoded.
    case unsupported(String)
}
