/// The packets of Vorbis in an Ogg stream (Vorbis I appendix A).
///
/// A packet's duration depends on the previous packet and on the setup header.
struct VorbisTrack: OggTrack {
    private(set) var format: MediaFormat?
    private(set) var metadata: [TimedMetadata] = []
    private let header: [UInt8]
    private let identification: VorbisIdentification
    /// Nil until the setup header has been read.
    private var setup: VorbisSetup?
    /// Window length of the previous sound packet in samples; nil before the first sound packet, and if packets were
    /// lost since the previous one.
    private var before: Int?

    /// Reads the identification header. Returns nil if it is invalid, or if its channels cannot be played.
    init?(_ first: UnsafeRawBufferPointer) {
        guard let identification = VorbisIdentification(first) else { return nil }
        self.identification = identification
        header = Array(first)
    }

    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        guard let first = packet.first, first & 1 == 0 else { return takeHeader(packet) }
        guard let window = setup?.window(of: packet) else { return .damaged }
        defer { before = window }
        return .sound(before.map { ($0 + window) / 4 } ?? 0)
    }

    /// Reads a comment or setup header.
    private mutating func takeHeader(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        switch packet.first {
        case 3:
            guard packet.count > 7, metadata.isEmpty else { break }
            metadata = [TimedMetadata(kind: .vorbisComment, raw: Array(packet[7...]))]
        case 5:
            guard format == nil else { break }
            guard let setup = VorbisSetup(packet, identification) else {
                return .refused("Vorbis with an unreadable header")
            }
            self.setup = setup
            let headers = VorbisHeaders(identification: header, setup: Array(packet))
            format = MediaFormat(
                codec: .vorbis, framing: .vorbis(headers), sampleRate: setup.sampleRate,
                channelCount: setup.channelCount, bitRate: setup.bitRate)
        case _: return .damaged
        }
        return .header
    }

    mutating func didLosePackets() { before = nil }
}
