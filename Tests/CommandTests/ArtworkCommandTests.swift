import Glibc
import Longwave
import TestSupport
import Testing

/// The command `longwave artwork` of the built program.
@Suite struct ArtworkCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var environment: [String: String] { ["XDG_CACHE_HOME": directory.path + "/cache"] }

    private func run(_ arguments: [String]) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(["artwork"] + arguments, environment: environment)
    }

    private func library(_ url: String) throws -> [String] {
        let path = directory.path + "/stations.json"
        try TextFile.write(
            #"{"station":[{"name":"Radio Nord","id":"nord","streamURL":"http://127.0.0.1:1/","imageURL":"\#(url)"},"#
                + #"{"name":"Radio Süd","id":"sued","streamURL":"http://127.0.0.1:1/"}]}"#, to: path)
        return ["--library", path]
    }

    @Test func aStationsPicture() throws {
        let server = try LoopbackServer {
            $0.reply(headers: ["Content-Type: text/html"], body: Pictures.grey(300, 150))
        }
        defer { server.stop() }
        let library = try library(server.url("/logo"))
        let json = try run(["nord", "--json", "--size", "100"] + library)
        #expect(json.code == 0 && json.errors.isEmpty)
        for part in [
            #""station":"Radio Nord","stationID":"nord","file":"\#(directory.path)/cache/longwave/artwork/"#,
            #""url":"file://\#(directory.path)/cache/longwave/artwork/"#, #""kind":"png","mediaType":"image/png""#,
            #""width":100,"height":50"#, #""source":"station""#,
        ] { #expect(json.output.contains(part), "\(json.output)") }
        // The first command stored the picture in the cache, so the second one needs no server.
        server.stop()
        let table = try run(["Radio Nord", "--size", "1000"] + library)
        #expect(table.code == 0)
        let rows = table.lines.map { $0.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } } }
        #expect(rows.map { $0[0] } == ["station", "file", "kind", "size", "bytes", "source"])
        #expect(rows[2][1] == "PNG" && rows[3][1] == "300 x 150" && rows[5][1] == "station")
        let bytes = try LongwaveBinary.read(String(rows[1][1])).utf8.isEmpty
        #expect(!bytes && server.requests.count == 1)
    }

    @Test func whyThereIsNone() throws {
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/page": connection.reply(text: "<html>no</html>")
            case "/private": connection.reply(status: "403 Forbidden", text: "no")
            case "/busy": connection.reply(status: "503 Busy", text: "no")
            case _: connection.reply(status: "404 Not Found", text: "no")
            }
        }
        defer { server.stop() }
        let library = try library(server.url("/none"))
        let rows: [([String], Int32, String)] = [
            (["sued"] + library, 65, "No artwork found: the list names none for \"Radio Süd\"."),
            (["nord"] + library, 65, "status 404"), (["nobody"] + library, 65, "No station matches"),
            ([server.url("/page")], 65, "it is not a picture"), ([server.url("/private")], 77, "status 403"),
            ([server.url("/busy")], 69, "status 503"), (["/nonexistent/a.png"], 66, "a.png not found"),
            (["http://user:secret@127.0.0.1:1/a.png"], 69, "could not be fetched"),
            (["ftp://host/a.png"], 65, "is not an address for artwork"), (["nord", "--size", "3"], 64, "--size"),
        ]
        for (arguments, code, words) in rows {
            let run = try run(arguments)
            #expect(run.code == code && run.errors.contains(words) && run.output.isEmpty, "\(arguments): \(run)")
            #expect(!run.errors.contains("secret"))
        }
        let fallback = try run(["nord", "--fallback", "-v", "--json"] + library)
        #expect(fallback.code == 0 && fallback.output.contains(#""source":"fallback""#))
        #expect(fallback.errors.contains("status 404"))
    }

    @Test func withoutAFolder() throws {
        let run = try LongwaveBinary.run(
            ["artwork", "/nonexistent/a.png"], environment: ["HOME": "", "XDG_CACHE_HOME": "relative"])
        #expect(run.code == 73 && run.errors.contains("set HOME or XDG_CACHE_HOME"))
    }
}
