import Glibc
import TestSupport
import Testing

/// The built program plays stations whose addresses may be outdated, and looks up new ones in a station directory.
@Suite struct DirectoryPlayTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Returns the path of a list with one station. Its directory id is that of station 1 in the test's directory.
    private func list(_ urls: [String]) throws -> String {
        let path = directory.path + "/stations.json"
        let further = urls.dropFirst().map { "\"\($0)\"" }.joined(separator: ",")
        try TextFile.write(
            """
            {"station":[{"name":"One","streamURL":"\(urls[0])","urls":[\(further)],\
            "stationuuid":"\(RadioBrowserServer.id(1))"}]}
            """, to: path)
        return path
    }

    private func play(_ arguments: [String], _ library: String) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(
            ["play", "--query", "one", "--for", "1", "--output", "null", "--library", library] + arguments,
            environment: ["XDG_STATE_HOME": directory.path, "XDG_DATA_HOME": directory.path])
    }

    private static func known(_ url: String, fault: RadioBrowserServer.Fault? = nil) throws -> RadioBrowserServer {
        try RadioBrowserServer([.init(1, name: "One", url: url)], fault: fault)
    }

    /// Both addresses that the list has for a station are dead. The program plays the address that the directory has.
    @Test(arguments: [true, false]) func aStationThatHasMoved(_ isRefused: Bool) throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let gone = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { gone.stop() }
        let away = try LoopbackServer { _ in }
        defer { away.stop() }
        try away.leave()
        let server = try Self.known(station.url)
        defer { server.stop() }
        let library = try list([gone.url("/a"), isRefused ? away.url("/b") : gone.url("/b")])
        let json = try play(["--directory", server.url, "--json"], library)
        #expect(json.code == 0, "\(json.errors)")
        let found = json.lines.filter { $0.contains(#""event":"didFindAddress""#) }
        #expect(found.count == 1 && found.allSatisfy { $0.contains(#""url":"\#(station.url)""#) }, "\(json.output)")
        #expect(json.lines.contains { $0.contains(#""status":"playing""#) })
        let asked = server.requests.filter { $0.path.contains("/byuuid/") }
        #expect(asked.map(\.path) == ["/json/stations/byuuid/" + RadioBrowserServer.id(1)])
        let told = try play(["--directory", server.url, "-v"], library)
        #expect(told.code == 0 && told.errors.contains("asking the directory for " + RadioBrowserServer.id(1)))
        #expect(told.errors.contains("didFindAddress " + station.url), "\(told.errors)")
    }

    /// A station does not answer, and the directory has no other address or fails itself. The program reports the
    /// station's error, not the directory's.
    @Test(arguments: [nil, RadioBrowserServer.Fault.unavailable, .page, .broken])
    func aStationThatIsGone(_ fault: RadioBrowserServer.Fault?) throws {
        let gone = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { gone.stop() }
        let server = try Self.known(gone.url("/a"), fault: fault)
        defer { server.stop() }
        let library = try list([gone.url("/a")])
        let played = try play(["--directory", server.url], library)
        #expect(played.code == 65 && played.errors.contains("404"), "\(played)")
        #expect(played.errors.split(separator: "\n").count == 1, "\(played)")
        #expect(server.requests.count == 1)
    }

    /// The listener forbids requests to the directory, so the program sends none, although the station is dead.
    @Test func withoutTheDirectory() throws {
        let gone = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { gone.stop() }
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let server = try Self.known(station.url)
        defer { server.stop() }
        let library = try list([gone.url("/a")])
        func play(_ arguments: [String], _ variable: String) throws -> Int32 {
            try LongwaveBinary.run(
                ["play", "--query", "one", "--for", "1", "--output", "null", "--library", library] + arguments,
                environment: ["LONGWAVE_DIRECTORY": variable]
            ).code
        }
        #expect(try play([], "none") == 65)
        #expect(try play(["--no-directory"], server.url) == 65)
        #expect(server.requests.isEmpty)
        #expect(try play([], server.url) == 0)
        #expect(!server.requests.isEmpty)
        #expect(try play(["--no-directory", "--directory", server.url], "") == 64)
    }

    /// When a station of the directory is heard, the program reports a click (one count of popularity) to the
    /// directory.
    @Test func aClick() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let server = try Self.known(station.url)
        defer { server.stop() }
        let library = try list([station.url])
        let settings = LongwaveBinary.environment(["LONGWAVE_DIRECTORY": server.url]).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env",
            ["-i"] + settings + [
                LongwaveBinary.path, "play", "one", "--output", "null", "--quiet", "--library", library,
            ])
        #expect(server.clicked.wait(seconds: 60))
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        #expect(server.clicks == [RadioBrowserServer.id(1)])
    }
}
