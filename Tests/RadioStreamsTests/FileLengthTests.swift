import TestSupport
import Testing

@testable import RadioStreams

@Suite struct FileLengthTests {
    @Test(.enabled(if: ChildProcess.exists("ffmpeg")), arguments: ChapterFile.rows.indices)
    func lengths(row: Int) throws {
        let directory = try TemporaryDirectory()
        let length = try #require(FileLength.read(try ChapterFile.make(ChapterFile.rows[row], in: directory)))
        #expect(abs(length.seconds - 20) < 0.06, "\(length.seconds)")
    }

    /// A recording of a station has no header that states its length.
    @Test(arguments: [Sample.mp3, .aac, .mp2, .mp3Mono48]) func framesOnly(_ sample: Sample) throws {
        let directory = try TemporaryDirectory()
        let bytes = try Samples.read(path: sample.path)
        let copies = [[UInt8]](repeating: bytes, count: 30).flatMap(\.self)
        let one = try #require(FileLength.read(try directory.write("one", bytes))).seconds
        let all = try #require(FileLength.read(try directory.write("all", copies))).seconds
        #expect(one > 0.3 && abs(all / (30 * one) - 1) < 0.1, "\(one) \(all)")
    }

    @Test func noSound() throws {
        let directory = try TemporaryDirectory()
        #expect(FileLength.read(directory.path + "/none") == nil && FileLength.read(directory.path) == nil)
        for text in ["", "#EXTM3U\nhttp://a.example/\n", "<html>"] {
            #expect(FileLength.read(try directory.write("text", text)) == nil)
        }
    }
}
