import COgg
import CVorbis

/// Vorbis in Ogg (Vorbis I appendix A). How long a packet lasts depends on the one before, and on the setup header, which
/// libvorbis reads.
final class VorbisTrack: OggTrack {
    private(set) var format: MediaFormat?
    private(set) var metadata: [TimedMetadata] = []
    private let identification: [UInt8]
    private let setup: VorbisSetup
    /// Samples of the window of the packet before; nil where that is missing.
    private var before: Int?

    /// Nil where the packet is no identification header that libvorbis takes.
    init?(_ first: UnsafeRawBufferPointer) {
        guard first.first == 1, Ascii.begins(UnsafeRawBufferPointer(rebasing: first.dropFirst()), "vorbis") else {
            return nil
        }
        identification = Array(first)
        setup = VorbisSetup()
        guard setup.take(first, isFirst: true), setup.take(VorbisHeaders.noComments, isFirst: false) else { return nil }
    }

    func take(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        guard let first = packet.first, first & 1 == 0 else { return takeHeader(packet) }
        guard format != nil, let window = setup.window(of: packet) else { return .damaged }
        defer { before = window }
        return .sound(before.map { ($0 + window) / 4 } ?? 0)
    }

    private func takeHeader(_ packet: UnsafeRawBufferPointer) -> OggPacket {
        switch packet.first {
        case 3:
            guard packet.count > 7, metadata.isEmpty else { break }
            metadata = [TimedMetadata(kind: .vorbisComment, raw: Array(packet[7...]))]
        case 5:
            guard format == nil else { break }
            guard setup.take(packet, isFirst: false) else {
                return .refused("Vorbis with a header that cannot be read")
            }
            let headers = VorbisHeaders(identification: identification, setup: Array(packet))
            format = MediaFormat(
                codec: .vorbis, framing: .vorbis(headers), sampleRate: setup.sampleRate,
                channelCount: setup.channelCount, bitRate: setup.bitRate)
        case _: return .damaged
        }
        return .header
    }

    func didLosePackets() { before = nil }
}

/// What libvorbis has read of the headers.
private final class VorbisSetup {
    /// Owned, cleared in `deinit`.
    private let info: UnsafeMutablePointer<vorbis_info>
    /// That they were read is asked for before the setup header is.
    private var comments = vorbis_comment()

    init() {
        info = .allocate(capacity: 1)
        vorbis_info_init(info)
        vorbis_comment_init(&comments)
    }

    deinit {
        vorbis_comment_clear(&comments)
        vorbis_info_clear(info)
        info.deallocate()
    }

    var sampleRate: Int { info.pointee.rate }
    var channelCount: Int { Int(info.pointee.channels) }
    var bitRate: Int? { info.pointee.bitrate_nominal > 0 ? info.pointee.bitrate_nominal : nil }

    func take(_ bytes: [UInt8], isFirst: Bool) -> Bool { bytes.withUnsafeBytes { take($0, isFirst: isFirst) } }

    /// The headers, in their order.
    func take(_ bytes: UnsafeRawBufferPointer, isFirst: Bool) -> Bool {
        var packet = Self.packet(bytes)
        packet.b_o_s = isFirst ? 1 : 0
        return vorbis_synthesis_headerin(info, &comments, &packet) == 0
    }

    /// Samples of the window of a packet of sound; nil where it is none.
    func window(of bytes: UnsafeRawBufferPointer) -> Int? {
        var packet = Self.packet(bytes)
        let size = vorbis_packet_blocksize(info, &packet)
        return size > 0 ? size : nil
    }

    private static func packet(_ bytes: UnsafeRawBufferPointer) -> ogg_packet {
        var packet = ogg_packet()
        // libvorbis only reads; its field lacks the `const`.
        packet.packet = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        packet.bytes = bytes.count
        return packet
    }
}
