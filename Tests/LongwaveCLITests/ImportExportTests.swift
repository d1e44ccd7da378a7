import TestSupport
import Testing

@testable import LongwaveCLI

/// `longwave import` and `longwave export`: the built program.
@Suite struct ImportExportTests {
    private static let m3u = """
        #EXTM3U
        #EXTINF:-1 tvg-logo="http://i/" group-title="jazz",One
        http://one.example/
        #EXTINF:-1,Two
        http://two.example/
        #EXTINF:-1,Bad
        mms://bad.example/
        """

    @Test func `a list comes into your own, once`() throws {
        let directory = try TemporaryDirectory()
        let list = directory.path + "/list"
        try TextFile.write(Self.m3u, to: list)
        func run(_ more: [String] = []) throws -> LongwaveBinary.Run {
            try LongwaveBinary.run(["import", list] + more, environment: ["XDG_DATA_HOME": directory.path])
        }
        let own = directory.path + "/longwave/added.json"
        let dry = try run(["--dry-run"])
        #expect(dry.code == 0 && dry.output.contains("nothing was changed"), "\(dry)")
        #expect(try LongwaveBinary.read(own).isEmpty)
        let first = try run()
        #expect(
            first.code == 0
                && first.lines == ["new: One", "new: Two", "\(own): 2 new, 0 changed, 0 as before, 1 left out"],
            "\(first)")
        #expect(first.errors.contains("station 3 (Bad)"))
        let text = try LongwaveBinary.read(own)
        #expect(text.contains("\"streamURL\": \"http://one.example/\""))
        #expect(try run(["--quiet"]).output.isEmpty)
        #expect(try LongwaveBinary.read(own) == text)
        try TextFile.write("[playlist]\nFile1=http://one.example/\nTitle1=Other", to: list)
        #expect(try run().lines.last?.contains("0 new, 0 changed, 1 as before") == true)
    }

    @Test func `what is no list, and a broken list of your own, is said`() throws {
        let directory = try TemporaryDirectory()
        let (list, own) = (directory.path + "/list", directory.path + "/own.json")
        try TextFile.write("<html>", to: list)
        try TextFile.write("{\"station\":[", to: own)
        let none = try LongwaveBinary.run(["import", list, "--to", own])
        #expect(none.code == 65 && none.errors.contains("no list of stations"), "\(none)")
        try TextFile.write(Self.m3u, to: list)
        let broken = try LongwaveBinary.run(["import", list, "--to", own])
        #expect(broken.code == 65 && broken.errors.contains("line 1"), "\(broken)")
        #expect(try LongwaveBinary.read(own) == "{\"station\":[")
        #expect(try LongwaveBinary.run(["import", directory.path + "/missing", "--to", own]).code == 66)
        let closed = try LongwaveBinary.run(["import", list])
        #expect(closed.code == 73, "\(closed)")
        #expect(try LongwaveBinary.run(["import", "http://a/", "--format", "m3u"]).code == 64)
    }

    @Test func `stations go out in the format that is named, or by the file's name`() throws {
        let directory = try TemporaryDirectory()
        let (list, pls) = (directory.path + "/list", directory.path + "/out.pls")
        try TextFile.write(Self.m3u, to: list)
        let file = try LongwaveBinary.run(["export", "--library", list, "--to", pls])
        #expect(file.code == 0 && file.output.isEmpty)
        #expect(file.errors.contains("PLS cannot hold: artwork (1 station), tags (1 station)."), "\(file)")
        #expect(try LongwaveBinary.read(pls).hasPrefix("[playlist]\nNumberOfEntries=2\nFile1=http://one.example/\n"))
        let xspf = try LongwaveBinary.run(["export", "--library", list, "--format", "xspf", "--title", "T", "--quiet"])
        #expect(xspf.code == 0 && xspf.errors.isEmpty && xspf.output.contains("<title>T</title>"), "\(xspf)")
        #expect(try LongwaveBinary.run(["export", "--library", list, "--to", "/proc/nonexistent/x.m3u"]).code == 73)
    }
}
