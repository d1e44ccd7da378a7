import Glibc
import RadioFormats
import RadioLists
import RadioStations
import TestSupport
import Testing

@Suite struct StationLibraryTests {
    static func read(_ text: String) throws(StationLibraryError) -> StationLibrary {
        try StationLibrary.read(Array(text.utf8), source: "it", base: "http://host/dir/list")
    }

    @Test func readsAStationFile() throws {
        let library = try Self.read(#"{"station":[{"name":"A","streamURL":"http://a/"},{"name":"B"}]}"#)
        #expect(library.stations == [Station(name: "A", urls: ["http://a/"])])
        #expect(library.problems.map(\.number) == [2])
        #expect(library.source == "it")
    }

    @Test(arguments: [
        "#EXTM3U\n#EXTINF:-1,A\nhttp://a/\nb.mp3\n", "[playlist]\nFile1=http://a/\nTitle1=A\nFile2=b.mp3",
    ]) func readsOtherListsByTheirContent(_ text: String) throws {
        let library = try Self.read(text)
        #expect(
            library.stations == [
                Station(name: "A", urls: ["http://a/"]), Station(name: "b.mp3", urls: ["http://host/dir/b.mp3"]),
            ])
    }

    @Test func refusesWhatIsNoList() {
        #expect(throws: StationLibraryError.notAList("it")) { try Self.read("<html>") }
        #expect(throws: StationLibraryError.notAList("it")) { try Self.read("") }
        #expect(throws: StationLibraryError.notAList("it")) { try Self.read("#EXTM3U\n#EXT-X-TARGETDURATION:6\n") }
        #expect(throws: StationLibraryError.noStations("it")) { try Self.read("{\"station\":[]}") }
        #expect(throws: StationLibraryError.noStations("it")) { try Self.read("[playlist]\n") }
        #expect(throws: StationLibraryError.tooLarge("it", maximum: StationLibrary.maximumBytes)) {
            try StationLibrary.read(
                [UInt8](repeating: 0x20, count: StationLibrary.maximumBytes + 1), source: "it", base: "")
        }
        let error = #expect(throws: StationLibraryError.self) { try Self.read("{\"station\":[}") }
        #expect(error?.description.contains("line 1, column 13") == true, "\(error!)")
    }

    @Test func loadsFiles() throws {
        let folder = try TemporaryDirectory()
        // The suffixes of these two files are wrong. The formats are recognised by the content.
        let json = try folder.write("a 100%.m3u", #"{"station":[{"name":"A","streamURL":"http://a/"}]}"#)
        let m3u = try folder.write("b.json", "#EXTM3U\nmusic/#1 é.mp3\n")
        #expect(try StationLibrary.load(file: json).stations.map(\.name) == ["A"])
        let url = "file://" + folder.path + "/a%20100%25.m3u"
        #expect(try StationLibrary.load(file: url).stations.map(\.name) == ["A"])
        #expect(
            try StationLibrary.load(file: m3u).stations.map(\.urls) == [
                ["file://" + folder.path + "/music/%231%20%C3%A9.mp3"]
            ])
        let missing = folder.path + "/none"
        #expect(throws: StationLibraryError.noSuchFile(missing)) { try StationLibrary.load(file: missing) }
        #expect(throws: StationLibraryError.unreadable(folder.path, reason: "Is a directory")) {
            try StationLibrary.load(file: folder.path)
        }
        #expect(throws: StationLibraryError.tooLarge("/dev/zero", maximum: StationLibrary.maximumBytes)) {
            try StationLibrary.load(file: "/dev/zero")
        }
    }

    @Test(arguments: [
        ("http://a/", true), ("HTTPS://a/", true), ("file:///a", false), ("/a", false), ("a.json", false),
        ("C:\\a", false),
    ]) func tellsAddressesFromFiles(_ source: String, _ isRemote: Bool) {
        #expect(StationLibrary.isRemote(source) == isRemote)
    }

    @Test(.enabled(if: Corpus.isPresent), arguments: ["de", "fr", "ru", "jp", "uy", "bb", "bh"])
    func readsListsFromTheField(_ country: String) throws {
        let bytes = try Corpus.read("lists/m3u-by-country/\(country).m3u")
        let library = try StationLibrary.read(bytes, source: country, base: "file:///\(country).m3u")
        let lines = bytes.split(separator: 0x0A).count { $0.first != UInt8(ascii: "#") }
        // In fr.m3u, one line `EXTINF` lacks its `#`. It counts as an entry, so it is part of the sum.
        #expect(library.stations.count + library.problems.count { $0.isLeftOut } == lines)
        #expect(library.problems.count <= 1)
        #expect(library.stations.allSatisfy { !$0.name.isEmpty })
    }
}
