import RadioFormats
import TestSupport

/// What the PCM demuxer delivers for a file, for comparison in tests.
struct PcmParsing {
    var formats: [MediaFormat] = []
    var sound: [UInt8] = []
    /// The number of sample frames in each packet.
    var packets: [Int] = []
    var longestPacket = 0
    var problem: SegmentProblem?
    var sampleCount: Int64?

    /// Parses the whole file. Also checks that the events are the same if the file is cut into random chunks.
    init(_ bytes: [UInt8]) throws {
        try ParserVerifier.verify(bytes) { chunks, emit in
            var demuxer = PcmDemuxer()
            for chunk in chunks { demuxer.feed(chunk) { emit(RecordedEvent($0)) } }
            demuxer.finish { emit(RecordedEvent($0)) }
        }
        var demuxer = PcmDemuxer()
        bytes.withUnsafeBytes { demuxer.feed($0) { take($0) } }
        demuxer.finish { take($0) }
        problem = demuxer.problem
        sampleCount = demuxer.sampleCount
    }

    private mutating func take(_ element: StreamElement) {
        switch element {
        case .format(let format): formats.append(format)
        case .packet(let packet):
            sound += packet.bytes
            packets.append(packet.sampleCount)
            longestPacket = max(longestPacket, packet.bytes.count)
        case .metadata, .discontinuity, .position, .end: break
        }
    }

    var encoding: SampleEncoding? {
        guard case .pcm(let encoding)? = formats.first?.framing else { return nil }
        return encoding
    }
}
