/// FLAC in Ogg, mapping 1.x (RFC 9639 §10.1).
struct FlacTrack: OggTrack {
    let format: MediaFormat?
    private(set) var comments: [UInt8]?

    /// Nil where the packet is no first packet of that mapping.
    init?(_ first: UnsafeRawBufferPointer) {
        // Sign, version, count of headers, "fLaC", and the block's own header.
        guard first.count >= 17 + FlacStreamInfo.byteCount, Ascii.begins(first, "\u{7F}FLAC"), first[5] == 1,
            let info = FlacStreamInfo(UnsafeRawBufferPointer(rebasing: first[17...]))
        else { return nil }
        format = info.mediaFormat
    }

    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        guard let first = packet.first else { return .damaged }
        if first != 0xFF {
            if first & 0x7F == 4, packet.count > 4, comments == nil { comments = Array(packet[4...]) }
            return .header
        }
        guard let header = FlacFrameHeader(packet) else { return .damaged }
        return .sound(header.blockSize)
    }
}
