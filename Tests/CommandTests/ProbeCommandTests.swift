import Glibc
import Longwave
import TestSupport
import Testing

/// `longwave probe` of the built program, with servers on this computer.
@Suite struct ProbeCommandTests {
    static let page = "<!DOCTYPE html><html><body>Log in</body></html>"

    /// `probe` ends with the same exit codes as `play` (docs/CLI.md).
    @Test(
        arguments: [
            ("/404", 65, "404"), ("/403", 77, "403"), ("/503", 69, "try again in 30 s"),
            ("/page", 65, "a web page, not sound: a captive portal or a moved station"),
            ("/loop", 76, "redirects"), ("/empty", 65, "it is empty"),
        ] as [(String, Int32, String)])
    func exitCodes(_ path: String, _ code: Int32, _ words: String) throws {
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/404": connection.reply(status: "404 Not Found", text: "no")
            case "/403": connection.reply(status: "403 Forbidden", text: "no")
            case "/503": connection.reply(status: "503 Busy", headers: ["Retry-After: 30"], text: "no")
            case "/page": connection.reply(headers: ["Content-Type: audio/mpeg"], text: Self.page)
            case "/empty": connection.reply(headers: ["Content-Type: audio/mpeg"])
            default: connection.redirect(to: "/loop")
            }
        }
        defer { server.stop() }
        let run = try LongwaveBinary.run(["probe", server.url(path)])
        #expect(run.code == code)
        #expect(run.output.contains(words), "\(run.output)")
        #expect(run.errors.split(separator: "\n").count == 1 && run.errors.hasPrefix("longwave: "))
    }

    @Test func anUnknownHost() throws {
        let run = try LongwaveBinary.run(["probe", "http://name.invalid/"])
        #expect(run.code == 68 && run.output.contains("name.invalid"))
    }

    @Test func aStationAndItsCapture() throws {
        var settings = IcyServer.Settings()
        settings.headers.append("icy-genre: \u{1B}[31mRock")
        let station = try IcyServer([try .init(.mp3, title: "Sænk - Æblet\u{1B}[2J")], settings: settings)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        let run = try LongwaveBinary.run(["probe", "--json", "--for", "0.2", "--capture", file, station.url])
        #expect(run.code == 0 && run.errors.isEmpty && run.lines.count == 1)
        #expect(run.output.hasPrefix(#"{"version":1,"url":"http://127.0.0.1:"#))
        for part in [
            #""family":"IPv4","#, #""connected":true"#,
            #""statusLine":"HTTP/1.0 200 OK","headers":[{"name":"Content-Type""#,
            #""serverName":"Test Station""#, #""metaint":8192"#,
            #""codec":"mp3","codecName":"MP3","headerSampleRate":44100"#,
            #""sampleRate":44100,"channels":2"#, #""declaredBitRate":128000"#,
            #""firstTitle":{"kind":"song","artist":"Sænk""#,
            #""error":null,"problems":[]}"#, #""capture":{"file":""#,
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
        #expect(!run.output.contains(#""firstSound":null"#))
        let inspection = try LongwaveBinary.run(["inspect", "--json", file])
        #expect(inspection.output.contains(#""statusLine":"HTTP/1.0 200 OK""#))
        #expect(inspection.output.contains(#""artist":"Sænk""#))
        let table = try LongwaveBinary.run(["probe", "--for", "0.2", station.url], environment: ["LANG": "C"])
        #expect(table.code == 0)
        #expect(table.lines.contains { $0.hasPrefix("codec ") && $0.hasSuffix("MP3, 44100 Hz, stereo") })
        #expect(table.lines.contains { $0.hasPrefix("first sound after ") })
        #expect((table.output + run.output).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
        #expect(table.output.utf8.allSatisfy { $0 < 0x80 })
    }

    /// A list has details of a station. `probe` shows them when the command names the station, and also when the
    /// command gives the station's address.
    @Test func aStationOfTheList() throws {
        var settings = IcyServer.Settings()
        settings.headers = ["Content-Type: audio/mpeg"]
        let station = try IcyServer([try .init(.mp3, title: "Example FM 101.2")], settings: settings)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        try TextFile.write(
            #"""
            {"station": [{"name": "Nobody", "streamURL": "http://127.0.0.1:1/"},
              {"name": "Example FM", "id": "ex", "charset": "koi8-r",
               "urls": ["\#(station.url)", "http://user:secret@127.0.0.1:1/other"]}]}
            """#, to: list)
        for what in ["ex", "example", station.url] {
            let arguments = ["probe", "--for", "0.2", "--library", list]
            let run = try LongwaveBinary.run(arguments + ["--json", what])
            #expect(run.code == 0 && run.errors.isEmpty)
            let head = #"{"version":1,"url":"\#(station.url)","station":{"id":"ex","name":"Example FM","urls":["http"#
            #expect(run.output.hasPrefix(head), "\(run.output.prefix(300))")
            #expect(run.output.contains(#","charset":"koi8-r"},"tries":["#))
            #expect(run.output.contains(#""firstTitle":null"#))
            let table = try LongwaveBinary.run(arguments + [what])
            for words in ["in the list  ", "Example FM (ex)", "http://***@127.0.0.1:1/other", "koi8-r"] {
                #expect(table.output.contains(words), "\(words)")
            }
            #expect(!table.output.contains("first title  "))
        }
        let unknown = try LongwaveBinary.run(["probe", "--for", "0.2", "--json", station.url])
        #expect(unknown.code == 0 && unknown.output.contains(#""station":null,"tries""#))
        #expect(unknown.output.contains(#""firstTitle":{"kind":"unknown","#))
    }

    @Test func theListsCharsetIsBelieved() throws {
        let station = try IcyServer([try .init(.mp3, title: "Sænk - Æblet")])
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        try TextFile.write(
            #"""
            {"station": [{"name": "Eastern", "charset": "windows-1251", "urls": ["\#(station.url)"]}]}
            """#, to: list)
        func charset(_ more: [String]) throws -> String {
            let run = try LongwaveBinary.run(["probe", "--json", "--for", "0.2", "--library", list, "eastern"] + more)
            return run.output.firstRange(of: "\"titleCharset\":").map {
                String(run.output[$0.upperBound...].prefix(60))
            }
                ?? run.errors
        }
        #expect(try charset([]).hasPrefix(#"{"charset":"windows-1251","basis":"declared""#))
        #expect(try charset(["--charset", "utf-8"]).hasPrefix(#"{"charset":"UTF-8""#))
    }

    @Test func aStationThatIsNone() throws {
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        try TextFile.write(#"{"station": [{"name": "Example", "streamURL": "http://127.0.0.1:1/"}]}"#, to: list)
        let run = try LongwaveBinary.run(["probe", "--library", list, "Exomplo"])
        #expect(run.code == 65 && run.output.isEmpty && run.errors.contains("Did you mean:"))
        for what in ["Example", "http://127.0.0.1:1/"] {
            let missing = try LongwaveBinary.run(["probe", "--library", list + "x", what])
            #expect(missing.code == 66 && missing.output.isEmpty, "\(missing.errors)")
        }
    }

    @Test func passwordsAreNotShown() throws {
        let server = try LoopbackServer { $0.redirect(to: "http://other:hidden@127.0.0.1:1/") }
        defer { server.stop() }
        let run = try LongwaveBinary.run(["probe", server.url("/", credentials: "user:secret")])
        #expect(run.code == 69)
        #expect(!(run.output + run.errors).contains("secret") && !(run.output + run.errors).contains("hidden"))
    }

    @Test func aSignalEndsItWithWhatIsKnown() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let child = try ChildProcess(
            "env", InspectCommandTests.plain + [LongwaveBinary.path, "probe", server.url()], output: .piped)
        while server.requests.isEmpty, child.isRunning { usleep(10_000) }
        child.send(SIGINT)
        let output = child.readAll()
        #expect(child.wait() == 0)
        #expect(output.contains("127.0.0.1:\(server.port) (IPv4): connected"))
    }

    @Test func aCaptureThatCannotBe() throws {
        let run = try LongwaveBinary.run(["probe", "--capture", "/proc/nonexistent/x", "http://127.0.0.1:1/"])
        #expect(run.code == 73 && run.errors.contains("/proc/nonexistent/x"))
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], text: Self.page) }
        defer { server.stop() }
        let full = try LongwaveBinary.run(["probe", "--capture", "/dev/full", server.url()])
        #expect(full.code == 73 && full.errors.contains("/dev/full"))
    }

    @Test(arguments: [
        ["probe"], ["probe", ""], ["probe", "--for", "0", "http://a/"], ["probe", "--limit", "0", "http://a/"],
    ]) func wrongUsage(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains("Usage: longwave probe"))
    }
}
