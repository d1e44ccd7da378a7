import RadioFormats
import RadioJSON

/// Vorbis or Opus in Ogg. Where the station begins another link of its chain, so does the file.
final class OggContainer: RecordingContainer {
    let suffix: String
    let header: [UInt8]

    private let headers: [[UInt8]]
    private let framing: MediaFormat.Framing
    private var pages: OggPageWriter
    private var serial: Int32 = 1
    private var packetCount = 0
    /// Samples that the packets of this link give.
    private var granule: Int64 = 0

    init?(_ format: MediaFormat, tags: RecordingTags) {
        let comments = VorbisCommentWriter.comments(tags, hasCover: true)
        switch format.framing {
        case .vorbis(let headers):
            suffix = "ogg"
            self.headers = [headers.identification, Array("\u{3}vorbis".utf8) + comments + [1], headers.setup]
        case .opus(let header):
            suffix = "opus"
            headers = [header.bytes, Array("OpusTags".utf8) + comments]
        case .mpegAudio, .adts, .raw, .flac, .pcm: return nil
        }
        framing = format.framing
        pages = OggPageWriter(serial: serial)
        header = pages.headers(headers)
    }

    func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard format.framing == framing else { return false }
        if packet.startsAnew, packetCount > 0 {
            pages.finish(to: &bytes)
            serial += 1
            (packetCount, granule) = (0, 0)
            pages = OggPageWriter(serial: serial)
            bytes += pages.headers(headers)
        }
        granule += Int64(sampleCount(packet))
        packetCount += 1
        pages.append(packet.bytes, granule: granule, to: &bytes)
        return true
    }

    func finish(to bytes: inout [UInt8]) { pages.finish(to: &bytes) }

    private func sampleCount(_ packet: Packet) -> Int {
        switch framing {
        case .opus: OpusHeader.sampleCount(ofPacket: packet.bytes) ?? packet.decodedCount
        // The first packet of Vorbis only primes the decoder.
        case .vorbis: packetCount == 0 ? 0 : max(packet.decodedCount, 0)
        case .mpegAudio, .adts, .raw, .flac, .pcm: 0
        }
    }
}
