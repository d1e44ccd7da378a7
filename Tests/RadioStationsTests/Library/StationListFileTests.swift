import Glibc
import RadioFormats
import RadioLists
import RadioStations
import TestSupport
import Testing

@Suite struct StationListFileTests {
    @Test func readsAndWritesFiles() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("a b.txt", "<asx><entry><title>A</title><ref href=\"x.mp3\"></entry>")
        let list = try StationListFile.read(file)
        #expect(list.format == .asx && list.stations.map(\.urls) == [["file://\(folder.path)/x.mp3"]])
        #expect(try StationListFile.read(file, as: .pls).stations.isEmpty)
        let copy = folder.path + "/new/list.pls"
        try StationListFile.write(copy, StationListWriter.write(list.stations, as: .pls).bytes)
        #expect(try StationListFile.read("file://" + copy).stations == list.stations)
        let none = folder.path + "/none"
        #expect(throws: StationLibraryError.noSuchFile(none)) { try StationListFile.read(none) }
        #expect(throws: StationLibraryError.notAList("/etc/passwd")) { try StationListFile.read("/etc/passwd") }
    }

    @Test func changesFilesThroughLinks() throws {
        let folder = try TemporaryDirectory()
        let real = folder.path + "/real/stations.json"
        let link = folder.path + "/stations.json"
        try StationListFile.change(real) { old in
            #expect(old == nil)
            return Array("1".utf8)
        }
        #expect(symlink(real, link) == 0)
        try StationListFile.change(link) { old in old.map { $0 + Array("2".utf8) } }
        try StationListFile.change(link) { old in
            #expect(old == Array("12".utf8))
            return nil
        }
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(throws: StationLibraryError.noStations("x")) {
            try StationListFile.change(link) { (_) throws(StationLibraryError) in throw .noStations("x") }
        }
    }

    /// Four writers append ten bytes each to the same list at the same time. No byte is lost.
    @Test func twoAtOnceLoseNothing() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/stations.json"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 { try StationListFile.change(file) { old in (old ?? []) + [0x78] } }
                }
            }
            try await group.waitForAll()
        }
        try StationListFile.change(file) { old in
            #expect(old?.count == 40)
            return nil
        }
    }
}
