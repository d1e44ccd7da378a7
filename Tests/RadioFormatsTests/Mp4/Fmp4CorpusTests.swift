import RadioFormats
import TestSupport
import Testing

/// MP4 files that were written by other projects' packagers.
@Suite(.enabled(if: Corpus.isPresent, "shared/corpus is absent")) struct Fmp4CorpusTests {
    @Test func `a file of one fragment`() throws {
        let events = try ParserVerifier.verify(segments: [try Corpus.read("hls/segments/mp4Audio.mp4")]) {
            Fmp4Demuxer()
        }
        let format = MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: [0x11, 0x90]), sampleRate: 48_000, channelCount: 2)
        // Both MP4 samples of this file are the same frame of silence.
        let sample: [UInt8] = [0x21, 0x00, 0x03, 0x40, 0x68, 0x1C]
        #expect(
            events == [.format(format)] + Fmp4DemuxerTests.packets([sample, sample], from: 0, timescale: 48_000))
    }

    @Test func `an initialization section`() throws {
        var demuxer = Fmp4Demuxer()
        let segments = [
            try Corpus.read("hls/segments/mp4AudioInit.mp4"), Mp4Fragment([[1, 2, 3]], time: 2048).bytes,
        ]
        let events = Fmp4DemuxerTests.events(segments: segments, &demuxer)
        // AAC-LC, 48 kHz, stereo. The configuration explicitly says that there is no spectral band replication (SBR).
        let format = MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: [0x11, 0x90, 0x56, 0xE5, 0x00]), sampleRate: 48_000,
            channelCount: 2)
        // The edit list removes 1,024 samples.
        #expect(
            events == [
                [], [.format(format)] + Fmp4DemuxerTests.packets([[1, 2, 3]], from: 1024, timescale: 48_000),
            ])
        let track = try #require(demuxer.movie?.soundTrack)
        #expect(track.id == 1 && track.timescale == 48_000 && track.editShift == -1024)
        // The file states its highest bit rate but not its average, so the bit rate is unknown.
        #expect(track.descriptions.map(\.bitRate) == [nil])
    }

    @Test(arguments: ["audio.ts", "aacWithId3.aac", "encrypted.ts"])
    func `other segments are none`(_ file: String) throws {
        var demuxer = Fmp4Demuxer()
        #expect(Fmp4DemuxerTests.events(segments: [try Corpus.read("hls/segments/" + file)], &demuxer) == [[]])
        #expect(demuxer.problem != nil)
    }
}
