import RadioFormats
import TestSupport

/// What the Ogg demuxer delivers for a stream, for comparison in tests.
struct OggParsing {
    struct Sound: Equatable {
        var bytes: [UInt8]
        var sampleCount: Int
        var lead: Int
        var tail: Int
        var startsAnew: Bool
    }

    var formats: [MediaFormat] = []
    var comments: [VorbisComment?] = []
    var packets: [Sound] = []
    /// The indexes of the packets before which a discontinuity was delivered.
    var discontinuities: [Int] = []
    /// The indexes of the packets before which a comment header (with a title) was delivered.
    var commentPlaces: [Int] = []
    var unsupported: String?
    var isGarbage = false

    /// Parses the whole stream. Also checks that the events are the same if the stream is cut into random chunks.
    init(_ bytes: [UInt8]) throws {
        try ParserVerifier.verify(bytes) { chunks, emit in
            let demuxer = OggDemuxer()
            for chunk in chunks { demuxer.feed(chunk) { emit(RecordedEvent($0)) } }
        }
        let demuxer = OggDemuxer()
        bytes.withUnsafeBytes { demuxer.feed($0) { take($0) } }
        unsupported = demuxer.unsupported
        isGarbage = demuxer.isGarbage
    }

    private mutating func take(_ element: StreamElement) {
        switch element {
        case .format(let format): formats.append(format)
        case .metadata(let metadata):
            comments.append(VorbisComment(metadata.raw))
            commentPlaces.append(packets.count)
        case .packet(let packet):
            packets.append(
                Sound(
                    bytes: Array(packet.bytes), sampleCount: packet.sampleCount, lead: packet.lead, tail: packet.tail,
                    startsAnew: packet.startsAnew))
        case .discontinuity: discontinuities.append(packets.count)
        case .position, .end: break
        }
    }

    var sampleCount: Int { packets.reduce(0) { $0 + $1.sampleCount } }
}
