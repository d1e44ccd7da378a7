/// The packets of Opus in an Ogg stream (RFC 7845).
struct OpusTrack: OggTrack {
    let format: MediaFormat?
    let preSkip: Int
    private(set) var metadata: [TimedMetadata] = []

    /// Reads the identification header. Returns nil if it is invalid, or if its channels cannot be played.
    init?(_ first: UnsafeRawBufferPointer) {
        guard let header = OpusHeader(first), header.isPlayable else { return nil }
        format = header.mediaFormat
        preSkip = header.preSkip
    }

    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        if metadata.isEmpty, Ascii.begins(packet, "OpusTags") {
            metadata = [TimedMetadata(kind: .vorbisComment, raw: Array(packet[8...]))]
            return .header
        }
        return OpusHeader.sampleCount(ofPacket: packet).map(OggPacket.sound) ?? .damaged
    }
}
