import RadioFormats
import TestSupport
import Testing

@Suite struct Mp4InspectionTests {
    static func report(_ input: [UInt8], cut: Int) throws -> SegmentReport {
        var inspector = try #require(SegmentInspector(.mp4))
        input.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: cut) {
                inspector.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + cut, bytes.count)]))
            }
        }
        return inspector.finish()
    }

    @Test(arguments: [1, 100, 1 << 20]) func `boxes, tracks, packets and metadata`(cut: Int) throws {
        let samples = Fmp4DemuxerTests.samples(3)
        var video = Mp4Maker.Track(Mp4Maker.box("avc1", [UInt8](repeating: 0, count: 78)))
        video.handler = "vide"
        video.id = 2
        var sound = Mp4Maker.Track(Mp4Maker.mp4a(Fmp4DemuxerTests.config))
        sound.edits = [(0, 1024)]
        let tag = FrameMaker.id3([("TIT2", Array("\u{3}Title".utf8))])
        let initialization = Mp4Maker.initialization([video, sound])
        var fragment = Mp4Fragment(samples, time: 4096)
        fragment.isOpen = true
        let message = Mp4Maker.message(version: 1, timescale: 44_100, time: 3072, data: tag)
        let report = try Self.report(initialization + message + fragment.bytes, cut: cut)

        let mp4 = try #require(report.mp4)
        #expect(mp4.boxes.map(\.type) == ["ftyp", "moov", "emsg", "moof", "mdat"])
        #expect(mp4.boxes.map(\.offset).prefix(3) == [0, 24, initialization.count])
        #expect(mp4.boxes[0].byteCount == 24 && mp4.boxes[2].byteCount == message.count)
        // The last box states no size, so it reaches to the end of the file.
        #expect(mp4.boxes[4].byteCount == nil && mp4.boxCount == 5)
        let movie = try #require(mp4.movie)
        #expect(movie.tracks.map(\.id) == [2, 1] && movie.tracks.map { "\($0.handler)" } == ["vide", "soun"])
        #expect(movie.soundTrackIndex == 1 && movie.isFragmented && movie.soundTrack?.editShift == -1024)
        #expect(report.packets.map(\.byteCount) == samples.map(\.count))
        #expect(report.packets.map(\.time) == [3072, 4096, 5120].map { MediaTime(value: $0, timescale: 44_100) })
        #expect(report.duration == MediaTime(value: 3072, timescale: 44_100))
        #expect(report.metadata.map(\.time) == [MediaTime(value: 3072, timescale: 44_100)])
        #expect(report.jumpCount == 0 && report.damageCount == 0 && report.problem == nil)
    }

    @Test func `so many boxes are listed and no more`() throws {
        let report = try Self.report((0..<1000).flatMap { _ in Mp4Maker.box("free") }, cut: 64)
        #expect(report.mp4?.boxes.count == SegmentInspector.maximumEntries)
        #expect(report.mp4?.boxCount == 1000)
        #expect(report.problem == .damaged("no MP4 initialization section (moov)"))
    }
}
