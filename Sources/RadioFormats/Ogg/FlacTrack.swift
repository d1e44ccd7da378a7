/// The packets of FLAC in an Ogg stream, version 1 of the mapping (RFC 9639 §10.1).
struct FlacTrack: OggTrack {
    let format: MediaFormat?
    private(set) var metadata: [TimedMetadata] = []

    /// Reads the first packet of a logical stream. Returns nil if it is not the first packet of FLAC in this mapping.
    init?(_ first: UnsafeRawBufferPointer) {
        // The first 17 bytes are the signature, the version, the number of header packets, "fLaC", and the header of
        // the STREAMINFO block.
        guard first.count >= 17 + FlacStreamInfo.byteCount, Ascii.begins(first, "\u{7F}FLAC"), first[5] == 1,
            let info = FlacStreamInfo(UnsafeRawBufferPointer(rebasing: first[17...]))
        else { return nil }
        format = info.mediaFormat
    }

    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        guard let first = packet.first else { return .damaged }
        if first != 0xFF {
            takeBlock(first & 0x7F, packet)
            return .header
        }
        guard let header = FlacFrameHeader(packet) else { return .damaged }
        return .sound(header.blockSize)
    }

    /// Adds a comment or picture block to ``metadata``. Other blocks are ignored, because they do not describe the
    /// track.
    private mutating func takeBlock(_ type: UInt8, _ packet: UnsafeRawBufferPointer) {
        guard packet.count > 4, metadata.count < Self.maximumBlocks else { return }
        switch type {
        case 4 where packet.count <= FlacFramer.maximumBlock:
            metadata.append(TimedMetadata(kind: .vorbisComment, raw: Array(packet[4...])))
        case 6 where metadata.hasRoom(forPicture: packet.count - 4): metadata.add(flacPicture: Array(packet[4...]))
        case _: break
        }
    }

    private static let maximumBlocks = 8
}
