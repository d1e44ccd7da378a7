import Glibc
import RadioFormats
import RadioLists
import RadioStations
import TestSupport
import Testing

@Suite struct StationListFileCorrectionsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func correction(_ name: String, _ url: String) -> StationCorrection {
        var correction = StationCorrection(Station(name: name, urls: [url]))
        correction.setCodec("MP3")
        return correction
    }

    private static func file(_ name: String, codec: Bool = false) -> String {
        #"{"station":[{"name":"\#(name)","streamURL":"http://\#(name)/"\#(codec ? #","codec":"MP3""# : "")}]}"#
    }

    private func read(_ path: String) throws -> String { try String(decoding: Samples.read(path: path), as: UTF8.self) }

    @Test func oneFile() throws {
        let path = try directory.write("list.json", Self.file("a"))
        let corrected = try StationListFile.correct(
            [Self.correction("a", "http://a/"), Self.correction("gone", "http://gone/")], in: path)
        #expect(corrected.files.map(\.path) == [path] && corrected.files.map(\.count) == [1])
        #expect(corrected.left == [1] && corrected.refusals.isEmpty)
        #expect(try read(path) == Self.file("a", codec: true))
        #expect(directory.names() == ["list.json"])
    }

    /// The list's path is a symbolic link. After a correction, it is still a link, and the file behind it has changed.
    @Test func links() throws {
        let path = try directory.write("list.json", Self.file("a"))
        let link = directory.path + "/link.json"
        symlink("list.json", link)
        let corrected = try StationListFile.correct([Self.correction("a", "http://a/")], in: "file://" + link)
        #expect(corrected.left.isEmpty && corrected.files.map(\.path) == [link])
        #expect(try read(path) == Self.file("a", codec: true))
        var about = stat()
        #expect(lstat(link, &about) == 0 && about.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func ofAFolderTheFileThatHasIt() throws {
        let one = try directory.write("1.json", Self.file("a"))
        try directory.write("2.m3u", "#EXTM3U\n#EXTINF:-1,b\nhttp://b/\n")
        try directory.write("3.json", "no list at all")
        let four = try directory.write("4.json", Self.file("c"))
        let all = ["a", "b", "c"].map { Self.correction($0, "http://\($0)/") }
        let some = try StationListFile.correct([all[0], all[2]], in: directory.path)
        #expect(some.files.map(\.path) == [one, four] && some.left.isEmpty && some.refusals.isEmpty)
        #expect(try read(one) == Self.file("a", codec: true) && read(four) == Self.file("c", codec: true))
        let rest = try StationListFile.correct([all[1]], in: directory.path)
        #expect(rest.files.isEmpty && rest.left == [0])
        #expect(rest.refusals == ["\(directory.path)/2.m3u is M3U: only a stations.json can be changed"])
    }

    @Test func whatCannotBeChanged() throws {
        let path = try directory.write("a.pls", "[playlist]\nFile1=http://a/\nTitle1=a\n")
        let corrected = try StationListFile.correct([Self.correction("a", "http://a/")], in: path)
        #expect(corrected.left == [0] && corrected.refusals == ["\(path) is PLS: only a stations.json can be changed"])
        let remote = try StationListFile.correct([Self.correction("a", "http://a/")], in: "http://lists/a.json")
        #expect(remote.left == [0] && remote.refusals.count == 1 && remote.files.isEmpty)
        #expect(throws: StationLibraryError.noSuchFile(directory.path + "/none.json")) {
            try StationListFile.correct([Self.correction("a", "http://a/")], in: directory.path + "/none.json")
        }
    }
}
