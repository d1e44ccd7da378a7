import RadioFormats

/// Files that hold packets one after the other, by the end of their names.
public enum PacketFileKind: Hashable, Sendable, CaseIterable {
    /// MPEG audio frames: `.mp3`, `.mp2`, `.mp1`, `.mpga`, `.mpa`.
    case mpegAudio
    /// AAC in ADTS: `.aac`, `.aacp`, `.adts`.
    case adts

    /// The kind of a file, by its name; nil where its name ends otherwise.
    public init?(path: String) {
        guard let suffix = FileName.suffix(of: path) else { return nil }
        if FileName.mpegAudio.contains(suffix) {
            self = .mpegAudio
        } else if FileName.adts.contains(suffix) {
            self = .adts
        } else {
            return nil
        }
    }

    /// Adds a packet's bytes as such a file has them; false where the packet is of another codec.
    func append(_ packet: UnsafeRawBufferPointer, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        switch (self, format.framing) {
        case (.mpegAudio, .mpegAudio), (.adts, .adts): break
        case (.adts, .raw(let config)):
            guard let config = AudioSpecificConfig(config),
                let header = AdtsHeader.bytes(config, payload: packet.count)
            else { return false }
            bytes += header
        case (.mpegAudio, _), (.adts, _): return false
        }
        bytes.append(contentsOf: packet)
        return true
    }
}
