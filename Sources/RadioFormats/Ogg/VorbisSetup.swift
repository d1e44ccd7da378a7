import COgg
import CVorbis

/// A stream's headers as libvorbis reads them, for the decoder and for computing packets' durations.
package final class VorbisSetup {
    /// libvorbis's description of the stream. Owned by this object and cleared in `deinit`.
    package let info: UnsafeMutablePointer<vorbis_info>
    /// libvorbis's state of the comment header, which must be read before the setup header.
    private var comments = vorbis_comment()

    init() {
        info = .allocate(capacity: 1)
        vorbis_info_init(info)
        vorbis_comment_init(&comments)
    }

    /// Reads the headers. Returns nil if libvorbis refuses them.
    package convenience init?(_ headers: VorbisHeaders) {
        self.init()
        for (index, header) in [headers.identification, VorbisHeaders.noComments, headers.setup].enumerated() {
            guard header.withUnsafeBytes({ take($0, isFirst: index == 0) }) else { return nil }
        }
    }

    deinit {
        vorbis_comment_clear(&comments)
        vorbis_info_clear(info)
        info.deallocate()
    }

    package var sampleRate: Int { info.pointee.rate }
    package var channelCount: Int { Int(info.pointee.channels) }
    var bitRate: Int? { info.pointee.bitrate_nominal > 0 ? info.pointee.bitrate_nominal : nil }

    /// Passes one of the three headers to libvorbis. They must be passed in order. Returns whether libvorbis accepts
    /// the header.
    func take(_ bytes: UnsafeRawBufferPointer, isFirst: Bool = false) -> Bool {
        var packet = Self.packet(bytes)
        packet.b_o_s = isFirst ? 1 : 0
        return vorbis_synthesis_headerin(info, &comments, &packet) == 0
    }

    func take(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { take($0) } }

    /// Returns the length in samples of a sound packet's window, on which its duration depends; nil if the packet is no
    /// valid sound packet.
    package func window(of bytes: UnsafeRawBufferPointer) -> Int? {
        var packet = Self.packet(bytes)
        let size = vorbis_packet_blocksize(info, &packet)
        return size > 0 ? size : nil
    }

    /// Returns a libogg packet without a granule position. It borrows `bytes`.
    package static func packet(_ bytes: UnsafeRawBufferPointer) -> ogg_packet {
        var packet = ogg_packet()
        // Casting away constness is safe: libvorbis only reads the bytes, although the C field is not `const`.
        packet.packet = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        packet.bytes = bytes.count
        packet.granulepos = -1
        return packet
    }
}
