/// Reads the packets of one logical stream with sound: tells headers from sound, and computes the packets' durations.
protocol OggTrack {
    /// The stream's format; nil until all headers that a decoder needs have been read.
    var format: MediaFormat? { get }
    /// The comments and pictures in the headers that have arrived so far.
    var metadata: [TimedMetadata] { get }
    /// Number of samples per channel at the stream's beginning that are decoded but not heard.
    var preSkip: Int { get }
    /// Takes the stream's next packet, and returns its kind.
    mutating func take(_ packet: UnsafeRawBufferPointer) -> OggPacket
    /// Notes that packets are missing before the next packet that is taken.
    mutating func didLosePackets()
}

extension OggTrack {
    var preSkip: Int { 0 }
    mutating func didLosePackets() {}
}

/// The kind of a packet of an ``OggTrack``.
enum OggPacket {
    case header
    /// Sound. The value is its number of samples per channel; 0 for a packet from which the decoder makes no sound yet.
    case sound(Int)
    case damaged
    /// A header that no decoder accepts. The value describes the reason.
    case refused(String)
}

/// The content of a logical stream, according to its first packet.
enum OggContent {
    case sound(any OggTrack)
    /// Sound that cannot be played. The value is the codec's name.
    case unsupported(String)
    /// Video. The value is the codec's name.
    case video(String)
    /// Text, an index of other streams, or unknown content.
    case other

    /// Determines the content of a stream by its first packet.
    init(_ first: UnsafeRawBufferPointer) {
        if let track = VorbisTrack(first) {
            self = .sound(track)
        } else if let track = OpusTrack(first) {
            self = .sound(track)
        } else if let track = FlacTrack(first) {
            self = .sound(track)
        } else {
            switch Self.signs.first(where: { Self.begins(first, $0.sign) }) {
            case (_, let name, .played)?: self = .unsupported("\(name) with an unreadable header")
            case (_, let name, .sound)?: self = .unsupported(name)
            case (_, let name, .video)?: self = .video(name)
            case (_, _, .other)?, nil: self = .other
            }
        }
    }

    /// Returns the name of a logical stream's content, such as `Vorbis`, according to the body of its first page; nil
    /// if unknown.
    static func name(_ first: UnsafeRawBufferPointer) -> String? { signs.first { begins(first, $0.sign) }?.name }

    /// The kinds of content: sound that can be played, other sound, video, and everything else.
    private enum Kind {
        case played, sound, video, other
    }

    /// The first bytes of each kind of content; each character stands for a byte
    /// (https://wiki.xiph.org/MIMETypesCodecs).
    private static let signs: [(sign: String, name: String, kind: Kind)] = [
        ("\u{1}vorbis", "Vorbis", .played), ("OpusHead", "Opus", .played), ("\u{7F}FLAC", "FLAC", .played),
        ("fLaC", "FLAC in an old mapping", .sound), ("Speex   ", "Speex", .sound), ("CELT    ", "CELT", .sound),
        ("PCM     ", "PCM in Ogg", .sound), ("\u{1}audio", "OGM audio", .sound),
        ("\u{80}theora", "Theora", .video), ("BBCD\u{0}", "Dirac", .video), ("OVP80", "VP8", .video),
        ("\u{1}video", "OGM video", .video), ("\u{8A}MNG", "MNG", .video), ("\u{8B}JNG", "JNG", .video),
        ("fishead\u{0}", "Skeleton", .other), ("\u{80}kate", "Kate", .other), ("CMML", "CMML", .other),
        ("\u{1}text", "OGM text", .other),
    ]

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ sign: String) -> Bool {
        bytes.count >= sign.unicodeScalars.count && zip(bytes, sign.unicodeScalars).allSatisfy { $0 == $1.value }
    }
}
