import RadioFormats
import TestSupport
import Testing

/// Recorded segments of other projects. The results are compared with those of other demuxers.
@Suite(.enabled(if: Corpus.isPresent)) struct TransportCorpusTests {
    static func report(_ name: String) throws -> SegmentReport {
        let bytes = try Corpus.read("hls/segments/" + name)
        try ParserVerifier.verify(segments: [bytes]) { TransportStreamDemuxer() }
        var inspector = try #require(SegmentInspector(.mpegTS))
        bytes.withUnsafeBytes { inspector.feed($0) }
        return inspector.finish()
    }

    /// Each row has the number of packets, the time of the first packet and the end of the last, in units of 1/90,000
    /// s, as ffprobe 5.1 lists them.
    @Test(arguments: [
        ("audio.ts", 2, 126_000, 129_840), ("muxed.ts", 6, 126_000, 137_520),
        ("audioLargeOffset.ts", 6, 4_294_967_297, 4_294_978_817),
        ("audioMaxOffset.ts", 6, (1 << 33) - 11_520, 1 << 33),
    ]) func `times are those of other demuxers`(_ name: String, _ count: Int, _ start: Int64, _ end: Int64) throws {
        let report = try Self.report(name)
        #expect(report.packetCount == count)
        #expect(report.start == MediaTime(value: start, timescale: 90_000))
        #expect(report.end == MediaTime(value: end, timescale: 90_000))
        #expect(report.duration == MediaTime(value: end - start, timescale: 90_000))
        #expect(report.forms.map(\.format.sampleRate) == [48_000])
        #expect(report.damageCount == 0 && report.jumpCount == 0 && report.problem == nil)
    }

    @Test func `tags without sound`() throws {
        let empty = try Self.report("zeroLength.ts")
        #expect(empty.packetCount == 0 && empty.problem == nil)
        #expect(empty.metadata.map(\.time) == [MediaTime(value: 900_000, timescale: 90_000)])
        let tag = empty.metadata.first.flatMap { Id3Tag($0.metadata.raw) }
        #expect(tag?.frames == [.init(id: "TXXX", description: "", text: "test zero length")])
        let video = try Self.report("id3.ts")
        #expect(video.problem == .noSound)
        #expect(video.metadata.map(\.time) == [MediaTime(value: 900_001, timescale: 90_000)])
        #expect(video.metadata.map(\.metadata.raw.count) == [47])
        let content = video.transport?.programs.flatMap { $0.streams ?? [] }.map(\.content)
        #expect(content == [.video, .timedMetadata])
    }

    /// A segment that was encrypted as a whole must be decrypted before the demuxer reads it. In this test, openssl
    /// decrypts it.
    @Test(.enabled(if: ChildProcess.exists("openssl"))) func `a segment that was encrypted`() throws {
        let directory = try TemporaryDirectory()
        let key = try Corpus.read("hls/segments/encryptionKey.key").map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        let result = try ChildProcess.run(
            "openssl",
            [
                "enc", "-d", "-aes-128-cbc", "-K", key.joined(), "-iv", String(repeating: "0", count: 32),
                "-in", Corpus.root + "/hls/segments/encrypted.ts", "-out", directory.path + "/plain.ts",
            ])
        #expect(result.code == 0, "\(result.output)")
        let bytes = try Samples.read(path: directory.path + "/plain.ts")
        var inspector = try #require(SegmentInspector(.mpegTS))
        bytes.withUnsafeBytes { inspector.feed($0) }
        let report = inspector.finish()
        #expect(report.transport?.packetCount == 16 && report.transport?.garbageByteCount == 0)
        #expect(report.transport?.programs.first?.streams?.map(\.content) == [.video, .adts])
        #expect(report.packetCount == 7 && report.problem == nil)
        // Without decryption, the segment is not recognised as any format.
        let encrypted = try Corpus.read("hls/segments/encrypted.ts")
        encrypted.withUnsafeBytes { #expect(SegmentSniffer.sniff($0, isComplete: true) == .unknown) }
    }
}
