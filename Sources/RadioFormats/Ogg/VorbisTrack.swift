/// The packets of Vorbis in an Ogg stream (Vorbis I appendix A).
///
/// A packet's duration depends on the previous packet and on the setup header, which libvorbis reads.
struct VorbisTrack: OggTrack {
    private(set) var format: MediaFormat?
    private(set) var metadata: [TimedMetadata] = []
    private let identification: [UInt8]
    private let setup: VorbisSetup
    /// Window length of the previous sound packet in samples; nil before the first sound packet, and if packets were
    /// lost since the previous one.
    private var before: Int?

    /// Reads the identification header. Returns nil if libvorbis refuses it.
    init?(_ first: UnsafeRawBufferPointer) {
        guard first.first == 1, Ascii.begins(UnsafeRawBufferPointer(rebasing: first.dropFirst()), "vorbis") else {
            return nil
        }
        identification = Array(first)
        setup = VorbisSetup()
        guard setup.take(first, isFirst: true), setup.take(VorbisHeaders.noComments) else { return nil }
    }

    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        guard let first = packet.first, first & 1 == 0 else { return takeHeader(packet) }
        guard format != nil, let window = setup.window(of: packet) else { return .damaged }
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
            guard setup.take(packet) else {
                return .refused("Vorbis with an unreadable header")
            }
            let headers = VorbisHeaders(identification: identification, setup: Array(packet))
            format = MediaFormat(
                codec: .vorbis, framing: .vorbis(headers), sampleRate: setup.sampleRate,
                channelCount: setup.channelCount, bitRate: setup.bitRate)
        case _: return .damaged
        }
        return .header
    }

    mutating func didLosePackets() { before = nil }
}
