/// The reason why a packet gave no sound, grouped by remedy.
package enum DecoderError: Error, Hashable, Sendable {
    /// The packet is damaged. Skip it.
    case damaged(String)
    /// No packet of this format can be decoded.
    case unsupported(String)
}
