/// Why a packet made no sound, by what can be done about it.
package enum DecoderError: Error, Hashable, Sendable {
    /// This packet is damaged: skip it.
    case damaged(String)
    /// No packet of this format will ever decode here.
    case unsupported(String)
}
