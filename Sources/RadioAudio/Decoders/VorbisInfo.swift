import CVorbis
import RadioFormats

/// libvorbis's description of a stream, which it reads from the stream's headers.
final class VorbisInfo {
    /// Owned by this object and cleared in `deinit`.
    let info: UnsafeMutablePointer<vorbis_info>

    /// Reads the headers. Returns nil if they exceed a maximum of `VorbisSetup`, or if libvorbis refuses them.
    init?(_ headers: VorbisHeaders) {
        guard VorbisSetup(headers) != nil else { return nil }
        info = .allocate(capacity: 1)
        vorbis_info_init(info)
        // libvorbis's state of the comment header, which must be read before the setup header.
        var comments = vorbis_comment()
        vorbis_comment_init(&comments)
        defer { vorbis_comment_clear(&comments) }
        for (index, header) in [headers.identification, VorbisHeaders.noComments, headers.setup].enumerated() {
            let isTaken = header.withUnsafeBytes {
                var packet = Self.packet($0)
                packet.b_o_s = index == 0 ? 1 : 0
                return vorbis_synthesis_headerin(info, &comments, &packet) == 0
            }
            guard isTaken else { return nil }
        }
    }

    deinit {
        vorbis_info_clear(info)
        info.deallocate()
    }

    var format: PCMFormat {
        PCMFormat(sampleRate: info.pointee.rate, channelCount: Int(info.pointee.channels))
    }

    /// Returns a libogg packet without a granule position. It borrows `bytes`.
    static func packet(_ bytes: UnsafeRawBufferPointer) -> ogg_packet {
        var packet = ogg_packet()
        // Casting away constness is safe: libvorbis only reads the bytes, although the C field is not `const`.
        packet.packet = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        packet.bytes = bytes.count
        packet.granulepos = -1
        return packet
    }
}
