import RadioFormats
import TestSupport
import Testing

/// ffmpeg writes transport streams. The demuxer returns each packet once, with the right time.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct FfmpegTransportTests {
    enum Wrapping: CaseIterable, Sendable {
        case adts, latm, mp3

        var source: String {
            switch self {
            case .adts, .latm: Samples.root + "/../aac-lc-44100-stereo.aac"
            case .mp3: Samples.root + "/../mpeg1-48000-mono-cbr64.mp3"
            }
        }
    }

    static func ffmpeg(_ arguments: [String]) throws {
        let result = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error"] + arguments)
        #expect(result.code == 0, "\(result.output)")
    }

    static func stream(_ wrapping: Wrapping) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/sound.ts"
        var source = wrapping.source
        if wrapping == .latm {
            // ffmpeg makes LATM from MP4, because LATM needs a configuration at the start, which an ADTS file does not
            // have.
            try ffmpeg(["-i", source, "-c", "copy", directory.path + "/sound.m4a"])
            source = directory.path + "/sound.m4a"
        }
        let options: [String] =
            switch wrapping {
            case .adts, .mp3: []
            case .latm: ["-mpegts_flags", "latm"]
            }
        try ffmpeg(["-i", source, "-c", "copy"] + options + ["-f", "mpegts", file])
        return try Samples.read(path: file)
    }

    @Test(arguments: Wrapping.allCases) func `every frame is there`(wrapping: Wrapping) throws {
        let bytes = try Self.stream(wrapping)
        let events = try ParserVerifier.verify(segments: [bytes]) { TransportStreamDemuxer() }
        let source = try Samples.read(path: wrapping.source)
        let expected =
            switch wrapping {
            case .adts: Samples.adtsPackets(source)
            case .latm: Samples.adtsPackets(source).map { Array($0[7...]) }
            case .mp3: Samples.mpegPackets(source)
            }
        let packets = TransportStreamDemuxerTests.packets(events)
        #expect(packets.count == expected.count)
        // `#expect` gets only the index of the first wrong packet, because it would otherwise print all packets after a
        // failure.
        let wrong = zip(packets, expected).enumerated().first { $0.1.0 != $0.1.1 }?.offset
        #expect(wrong == nil)
        #expect(TransportStreamDemuxerTests.damageCount(events) == 0)
        var inspector = try #require(SegmentInspector(.mpegTS))
        bytes.withUnsafeBytes { inspector.feed($0) }
        let report = inspector.finish()
        #expect(report.packetCount == expected.count)
        #expect(report.jumpCount == 0)
        #expect(report.packets.allSatisfy { $0.time != nil })
        #expect(report.transport?.pids.allSatisfy { $0.faultCount == 0 } == true)
    }
}
