import Glibc
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStreams
import TestSupport
import Testing

@testable import Longwave

@Suite struct SelectionFinderTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop.byHand()
    }

    private func find(_ words: String, isRemote: Bool) throws -> Result<Selection, RadioError> {
        let stations = [
            Station(name: "Nord", urls: ["http://h/n"], id: "a/nord"), Station(name: "Sued", urls: ["http://h/s"]),
        ]
        let list = directory.path + "/stations.json"
        try directory.write(
            "stations.json", String(decoding: StationListWriter.write(stations, as: .stations).bytes, as: UTF8.self))
        var answer: Result<Selection, RadioError>?
        SelectionFinder(
            argument: words, library: LibraryReader(named: [list], listener: nil), isRemote: isRemote
        ).find(nil, on: loop) { answer = $0 }
        loop.turn { answer != nil }
        return try #require(answer)
    }

    /// Returns `path` as a path relative to this process's current folder.
    private func relative(_ path: String) throws -> String {
        let here = try #require(getcwd(nil, 0))
        defer { free(here) }
        let depth = String(cString: here).split(separator: "/").count
        return String(repeating: "../", count: depth) + path.dropFirst()
    }

    /// A request from another process must name files by absolute paths, because that process has another current
    /// folder.
    @Test func somebodyElsewhereNamesFilesByTheirWholePaths() throws {
        try directory.write("song.mp3", "")
        let path = directory.path + "/song.mp3"
        let relative = try relative(path)
        #expect(try find(relative, isRemote: false).get().item.station.urls == [relative])
        #expect(try find(path, isRemote: true).get().item.station.urls == [path])
        #expect(try find("file://" + path, isRemote: true).get().item.station.urls == [path])
        for words in [relative, "file:" + relative, "missing.mp3", "/nowhere/missing.mp3"] {
            let answer = try find(words, isRemote: true)
            guard case .failure(.playback(.stream(.fileMissing))) = answer else {
                Issue.record("\(words): \(answer)")
                continue
            }
        }
    }

    /// The sound files of a folder and of the folders below it, in the order of their names.
    @Test func aFolder() throws {
        for name in ["b.mp3", "a/2.flac", "a/1.MP3", "cover.jpg", "list.m3u", ".hidden/x.mp3", "c.mp3/x.mp3"] {
            try directory.write("music/" + name, "")
        }
        try directory.write("empty/notes.txt", "")
        let path = directory.path + "/music"
        for words in [path, path + "/", "file://" + path] {
            let found = try find(words, isRemote: true).get()
            #expect(found.items.map(\.station.name) == ["1.MP3", "2.flac", "b.mp3"], "\(words)")
            #expect(!found.isStation && found.skipsFailedItems)
        }
        #expect(try find(relative(path), isRemote: false).get().items.count == 3)
        let empty = try find(directory.path + "/empty", isRemote: true)
        guard case .failure(.emptyFolder) = empty else {
            Issue.record("\(empty)")
            return
        }
    }

    @Test func stationsAreFoundFromAnywhere() throws {
        for isRemote in [false, true] {
            for words in ["a/nord", "nord", "1"] {
                #expect(try find(words, isRemote: isRemote).get().item.station.name == "Nord", "\(words)")
            }
        }
    }
}
