import Glibc
import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioStations

@Suite struct PlayerMemoryTests {
    @Test func isReadAsWritten() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/a/longwave/state.json"
        var memory = PlayerMemory(volume: 0.35)
        memory.heard(Station(name: "Ö1 \"\u{7}\n", urls: ["http://a/", "http://b/"], id: "oe1"))
        #expect(memory.write(to: path) == nil)
        #expect(PlayerMemory(file: path) == memory)
        #expect(memory.url == "http://a/")
        // The second write replaces the file and leaves no other file in the folder.
        let second = PlayerMemory(url: "http://b/")
        #expect(second.write(to: path) == nil)
        #expect(PlayerMemory(file: path) == second)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(folder.names() == ["a"])
    }

    /// The file is damaged. It is kept under another name, and the problem is reported. If the path is a link, it stays
    /// a link.
    @Test func whatIsDamagedIsKept() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/state.json"
        try LocalFile.replace(path, with: Array("{ damaged".utf8))
        var told: [String] = []
        #expect(PlayerMemory(file: path) { told.append($0) } == PlayerMemory())
        #expect(told == ["\(path) is damaged and ignored; it is kept as \(path).broken"])
        #expect(folder.names().sorted() == ["state.json.broken"])
        #expect(PlayerMemory(file: path) { told.append($0) } == PlayerMemory() && told.count == 1)
        #expect(symlink("state.json.broken", path) == 0)
        #expect(PlayerMemory(url: "http://a/").write(to: path) == nil)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(PlayerMemory(file: path + ".broken").url == "http://a/")
    }

    @Test func theAddressThatWorksIsRemembered() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/state.json"
        var station = Station(name: "A", urls: ["http://a/", "http://b/", "http://c/"], id: "a")
        let other = Station(name: "B", urls: ["http://x/", "http://y/"])
        var memory = PlayerMemory()
        memory.heard(station, at: "http://b/")
        memory.heard(other, at: "http://y/")
        // The call names no address that worked, so the remembered one stays.
        memory.heard(station)
        #expect(memory.write(to: path) == nil)
        memory = PlayerMemory(file: path)
        #expect(memory.workingURL(of: station) == "http://b/")
        #expect(memory.workingURL(of: other) == "http://y/")
        // The edited list does not have the remembered address any more, so it is not used.
        station.urls = ["http://a/", "http://c/"]
        #expect(memory.workingURL(of: station) == nil)
        // Another working address replaces the remembered one. If it is the station's first address, nothing has to be
        // remembered.
        memory.heard(station, at: "http://c/")
        #expect(memory.workingURL(of: station) == "http://c/")
        memory.heard(station, at: "http://a/")
        #expect(memory.workingURL(of: station) == nil)
        #expect(memory.addresses.count == 1)
        // An address that is too long or does not belong to the station is not remembered, and only a limited number of
        // addresses is.
        memory.heard(station, at: "http://elsewhere/")
        #expect(memory.addresses.count == 1)
        let long = "http://" + String(repeating: "x", count: 800)
        memory.heard(Station(name: "L", urls: ["http://l/", long]), at: long)
        #expect(memory.addresses.count == 1)
        for number in 0..<300 {
            memory.heard(Station(name: "S", urls: ["http://\(number)/", "http://w/"]), at: "http://w/")
        }
        #expect(memory.addresses.count == PlayerMemory.maximumAddresses)
        #expect(memory.workingURL(of: Station(name: "S", urls: ["http://299/", "http://w/"])) == "http://w/")
        #expect(memory.bytes.count < PlayerMemory.maximumBytes)
    }

    @Test func failingToWriteLeavesNothingBehind() throws {
        let folder = try TemporaryDirectory()
        try folder.write("file", "x")
        #expect(PlayerMemory().write(to: folder.path + "/file/state.json") != nil)
        mkdir(folder.path + "/state.json", 0o755)
        #expect(PlayerMemory().write(to: folder.path + "/state.json") != nil)
        #expect(folder.names() == ["file", "state.json"])
    }

    @Test(arguments: [
        "", "not json", "[]", "{}", "7", "{\"volume\":\"loud\"}", "{\"volume\":1.5}", "{\"volume\":-1}",
        "{\"addresses\":[1,{},{\"station\":\"a\"},{\"url\":\"b\",\"station\":7}]}", "{\"addresses\":{}}",
        "{\"stationID\":5,\"url\":null,\"new\":{}}",
    ]) func whatCannotBeReadIsAsIfNeverRemembered(_ text: String) {
        #expect(PlayerMemory(Array(text.utf8)) == PlayerMemory())
    }

    @Test func anUnreadableFileIsAsGoodAsNone() throws {
        let folder = try TemporaryDirectory()
        #expect(PlayerMemory(file: folder.path) == PlayerMemory())
        #expect(PlayerMemory(file: folder.path + "/none") == PlayerMemory())
        let large = try folder.write("large", "{\"volume\":0.5," + String(repeating: " ", count: 70_000) + "\"a\":1}")
        #expect(PlayerMemory(file: large) == PlayerMemory())
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(PlayerMemory(file: pipe) == PlayerMemory())
    }

    @Test func keepsWhatIsRightInABrokenFile() {
        #expect(PlayerMemory(Array("{\"url\":\"http://a\",\"volume\":9}".utf8)) == PlayerMemory(url: "http://a"))
    }

    @Test(
        arguments: [
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/longwave/state.json"),
            (["HOME": "/h"], "/h/.local/state/longwave/state.json"),
            (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/longwave/state.json"), ([:], nil),
        ] as [([String: String], String?)]) func standsWhereTheSpecificationSays(
            _ environment: [String: String], _ path: String?
        )
    {
        #expect(PlayerMemory.path(environment: environment) == path)
    }

    @Test func findsTheStationAgain() {
        let stations = [
            Station(name: "A", urls: ["http://a/"], id: "a"), Station(name: "B", urls: ["http://b/", "http://b2/"]),
            Station(name: "C", urls: ["http://c/"], id: "c"),
        ]
        let library = StationLibrary(stations: stations, source: "")
        #expect(PlayerMemory(stationID: "c", url: "http://a/").station(in: library) == stations[2])
        #expect(PlayerMemory(stationID: "gone", url: "http://b2/").station(in: library) == stations[1])
        #expect(PlayerMemory(stationName: "A", url: "http://moved/").station(in: library) == stations[0])
        #expect(PlayerMemory(url: "http://elsewhere/").station(in: library) == nil)
        #expect(PlayerMemory().station(in: library) == nil)
    }
}
