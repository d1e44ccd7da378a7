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
    /// A header that no decoder takes, in words.
    case refused(String)
}

/// What a logical stream holds, by its first packet.
enum OggContent {
    case sound(any OggTrack)
    /// Sound that cannot be played, by its name.
    case unsupported(String)
    /// Moving pictures, by their name.
    case video(String)
    /// Text, an index of the others, or something unknown.
    case other

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

    /// The name of what a stream holds, by its first page's body; nil where that is unknown.
    static func name(_ first: UnsafeRawBufferPointer) -> String? { signs.first { begins(first, $0.sign) }?.name }

    private enum Kind {
        case played, sound, video, other
    }

    /// Characters stand for bytes (https://wiki.xiph.org/MIMETypesCodecs).
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
