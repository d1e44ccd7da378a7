/// The packets of one logical stream of sound: which are headers, and how long the others last.
protocol OggTrack {
    /// Nil until all that a decoder must know was read.
    var format: MediaFormat? { get }
    /// Comments and pictures, as far as they came.
    var metadata: [TimedMetadata] { get }
    /// Samples at the beginning that are decoded and not heard.
    var preSkip: Int { get }
    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket
    /// The next packet does not follow the one before.
    mutating func didLosePackets()
}

extension OggTrack {
    var preSkip: Int { 0 }
    mutating func didLosePackets() {}
}

/// What a packet of an ``OggTrack`` is.
enum OggPacket {
    case header
    /// Samples per channel; 0: it only primes the decoder.
    case sound(Int)
    case damaged
}

/// What a logical stream holds, by its first packet.
enum OggContent {
    case sound(any OggTrack)
    /// Sound that cannot be played, by its name.
    case unsupported(String)
    /// Pictures, text, an index of the others, or something unknown.
    case other

    init(_ first: UnsafeRawBufferPointer) {
        if let track = VorbisTrack(first) {
            self = .sound(track)
        } else if let track = OpusTrack(first) {
            self = .sound(track)
        } else if let track = FlacTrack(first) {
            self = .sound(track)
        } else if let name = Self.names.first(where: { Ascii.begins(first, $0.sign) }) {
            self = .unsupported(name.name)
        } else {
            self = .other
        }
    }

    private static let names: [(sign: StaticString, name: String)] = [
        ("Speex   ", "Speex"), ("CELT    ", "CELT"), ("PCM     ", "PCM in Ogg"), ("\u{7F}FLAC", "a kind of FLAC"),
        ("OpusHead", "a kind of Opus"), ("\u{1}vorbis", "a kind of Vorbis"),
    ]
}
