import RadioFormats

/// Writes AAC with an ADTS header before each access unit (ISO/IEC 14496-3 §1.A.2.2), without tags.
package struct AdtsContainer: RecordingContainer {
    package let suffix = "aac"
    package let header: [UInt8] = []
    private var format: MediaFormat?

    package init() {}

    /// Appends a frame. If the frame has no ADTS header, puts one before it.
    package mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        if let known = self.format, !format.decodesLike(known) { return false }
        switch format.framing {
        case .adts: break
        case .raw(let config):
            guard let config = AudioSpecificConfig(config),
                let header = AdtsHeader.bytes(config, payload: packet.bytes.count)
            else { return false }
            bytes += header
        case .mpegAudio, .vorbis, .opus, .flac, .pcm: return false
        }
        self.format = format
        bytes.append(contentsOf: packet.bytes)
        return true
    }
}
