import RadioFormats
import RadioJSON

/// Writes Vorbis or Opus in Ogg.
///
/// Where the station's stream begins a new link, the file does, too, unless all links are joined into one.
final class OggContainer: RecordingContainer {
    let suffix: String
    let header: [UInt8]

    private let framing: MediaFormat.Framing
    private let joinsLinks: Bool
    /// The tags that the next link of the file begins with.
    private var tags: RecordingTags
    private var pages: OggPageWriter
    private var serial: Int32 = 1
    private var packetCount = 0
    /// The number of samples per channel in the current link's packets so far.
    private var granule: Int64 = 0
    /// The setup header, which gives the window sizes of Vorbis packets; nil unless links are joined.
    private let setup: VorbisSetup?
    /// The window size of the last Vorbis packet, in samples.
    private var window = 0

    init?(_ format: MediaFormat, tags: RecordingTags, joinsLinks: Bool = false) {
        switch format.framing {
        case .vorbis(let headers): (suffix, setup) = ("ogg", joinsLinks ? VorbisSetup(headers) : nil)
        case .opus: (suffix, setup) = ("opus", nil)
        case .mpegAudio, .adts, .raw, .flac, .pcm: return nil
        }
        framing = format.framing
        self.joinsLinks = joinsLinks
        self.tags = tags
        pages = OggPageWriter(serial: serial)
        header = pages.headers(Self.headers(framing, tags))
    }

    private static func headers(_ framing: MediaFormat.Framing, _ tags: RecordingTags) -> [[UInt8]] {
        let comments = VorbisCommentWriter.comments(tags, hasCover: true)
        switch framing {
        case .vorbis(let headers):
            return [headers.identification, Array("\u{3}vorbis".utf8) + comments + [1], headers.setup]
        case .opus(let header): return [header.bytes, Array("OpusTags".utf8) + comments]
        case .mpegAudio, .adts, .raw, .flac, .pcm: return []
        }
    }

    func begin(_ tags: RecordingTags) { self.tags = tags }

    /// Appends a packet. If the station's stream begins a new link with this packet, and links are not joined, begins a
    /// new link first.
    func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard format.framing == framing else { return false }
        if packet.startsAnew, packetCount > 0, !joinsLinks {
            pages.finish(to: &bytes)
            serial += 1
            (packetCount, granule) = (0, 0)
            pages = OggPageWriter(serial: serial)
            bytes += pages.headers(Self.headers(framing, tags))
        }
        granule += Int64(sampleCount(packet))
        packetCount += 1
        pages.append(packet.bytes, granule: granule, to: &bytes)
        return true
    }

    func finish(to bytes: inout [UInt8]) { pages.finish(to: &bytes) }

    /// Returns by how many samples per channel a packet advances the position in its link. Must be called once per
    /// packet, because it stores the packet's window size.
    private func sampleCount(_ packet: Packet) -> Int {
        switch framing {
        case .opus: return OpusHeader.sampleCount(ofPacket: packet.bytes) ?? packet.decodedCount
        case .vorbis:
            let (before, now) = (window, setup?.window(of: packet.bytes) ?? 0)
            window = now
            // The first packet of Vorbis only primes the decoder.
            if packetCount == 0 { return 0 }
            // When links are joined, the first packet of a link overlaps the last packet of the link before (Vorbis I
            // §4.3.8).
            return packet.startsAnew ? (before + now) / 4 : max(packet.decodedCount, 0)
        case .mpegAudio, .adts, .raw, .flac, .pcm: return 0
        }
    }
}
