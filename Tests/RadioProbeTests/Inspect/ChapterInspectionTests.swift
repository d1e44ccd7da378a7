import RadioFormats
import RadioProbe
import TestSupport
import Testing

/// `inspect` reads MP4 files whose index is at the end, and chapters of all formats.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct ChapterInspectionTests {
    private static func inspect(_ path: String) throws -> Inspection {
        let reader = InspectionReader()
        try reader.read(path: path)
        return reader.finish()
    }

    @Test(arguments: ChapterFile.rows.indices) func chapters(row: Int) throws {
        let directory = try TemporaryDirectory()
        let inspection = try Self.inspect(try ChapterFile.make(ChapterFile.rows[row], in: directory))
        #expect(inspection.report.problems.isEmpty, "\(inspection.report.problems)")
        #expect(inspection.chapters.map(\.title) == ["One", "Zwölf", "三"])
        #expect(inspection.chapters.map(\.start.seconds) == [0, 7.25, 12])
    }

    @Test func theIndexMayBeLast() throws {
        let directory = try TemporaryDirectory()
        let last = try Self.inspect(try ChapterFile.make(ChapterFile.rows[0], in: directory))
        let first = try Self.inspect(try ChapterFile.make(ChapterFile.rows[1], in: directory))
        let (segment, other) = (try #require(last.report.segment), try #require(first.report.segment))
        #expect(segment.packetCount > 800 && segment.packets == other.packets && segment.forms == other.forms)
        #expect(segment.mp4?.boxes.map(\.type).contains("moov") == true && segment.damageCount == 0)
    }

    /// A pipe cannot be read twice. The file is not called damaged.
    @Test func aPipe() throws {
        let directory = try TemporaryDirectory()
        let path = try ChapterFile.make(ChapterFile.rows[0], in: directory)
        let reader = InspectionReader()
        let cat = try ChildProcess("cat", [path], output: .piped)
        try reader.read(descriptor: cat.output, named: "a pipe")
        let inspection = reader.finish()
        #expect(inspection.report.problems == [.segment(.lateIndex)])
        #expect(inspection.chapters.map(\.title) == ["One", "Zwölf", "三"])
    }
}
