import Glibc
import Longwave
import TestSupport
import Testing

/// `longwave find` and `longwave add` of the built program, with a station directory that the test runs.
@Suite struct DirectoryCommandTests {
    private let directory: TemporaryDirectory
    private let server: RadioBrowserServer

    /// The environment of a listener whose folders are inside the test's folder.
    private var environment: [String: String] {
        [
            "XDG_DATA_HOME": directory.path + "/data", "XDG_CACHE_HOME": directory.path + "/cache",
            "XDG_CONFIG_HOME": directory.path + "/config",
        ]
    }

    init() throws {
        directory = try TemporaryDirectory()
        var entries = (1...4).map {
            RadioBrowserServer.Entry($0, name: "Station \($0)", url: "http://127.0.0.1:1/\($0)")
        }
        entries[0].tags = "jazz,pop"
        entries[1].tags = "jazz"
        entries[1].country = "FR"
        entries[2].codec = "AAC+"
        entries[2].language = "french"
        entries[3].bitRate = 320
        for index in entries.indices { entries[index].votes = 10 * (index + 1) }
        // The directory lists a station whose name has control characters. The program must remove them before it
        // prints the name.
        entries[3].name = "Rock\u{7}\r\nRadio"
        server = try RadioBrowserServer(entries)
    }

    private func run(_ arguments: [String], directory: Bool = true) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(
            arguments + (directory ? ["--directory", server.url] : []), environment: environment)
    }

    private func names(_ run: LongwaveBinary.Run) -> [String] {
        run.lines.dropFirst().map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[1]) }
    }

    private func added() throws -> [String] {
        let own = ["--library", directory.path + "/data/longwave/added.json"]
        return names(try LongwaveBinary.run(["list"] + own, environment: environment))
    }

    @Test func find() throws {
        defer { server.stop() }
        #expect(try names(run(["find"])) == ["Rock Radio", "Station 3", "Station 2", "Station 1"])
        #expect(try names(run(["find", "station", "--sort", "+votes"])) == ["Station 1", "Station 2", "Station 3"])
        #expect(try names(run(["find", "--tag", "Jazz", "--tag", "pop"])) == ["Station 1"])
        #expect(try names(run(["find", "--country", "fr"])) == ["Station 2"])
        #expect(try names(run(["find", "--language", "fr", "--codec", "he-aac"])) == ["Station 3"])
        #expect(try names(run(["find", "--sort", "bitrate", "--limit", "1"])) == ["Rock Radio"])
        let none = try run(["find", "polka"])
        #expect(none.code == 65 && none.errors == "longwave: No station in the directory matches.\n", "\(none)")
        for wrong in [["--sort", "mood"], ["--limit", "0"], ["--directory", "ftp://x"], ["--directory", "x"]] {
            #expect(try run(["find"] + wrong, directory: wrong[0] != "--directory").code == 64, "\(wrong)")
        }
        let agents = server.requests.map { $0["User-Agent"] ?? "" }
        #expect(agents.allSatisfy { $0.hasPrefix("Longwave/") })
    }

    @Test func formats() throws {
        defer { server.stop() }
        let table = try run(["find", "station", "--limit", "2", "--format", "table"])
        #expect(
            table.output == """
                NO  NAME       COUNTRY  CODEC   KBIT/S  VOTES  TAGS
                1   Station 3  DE       HE-AAC  128     30     pop
                2   Station 2  FR       MP3     128     20     jazz

                """)
        let id = RadioBrowserServer.id(2)
        let json = try run(["find", "station 2", "--json"])
        #expect(
            json.output == """
                {"version":1,"station":[{"name":"Station 2","streamURL":"http://127.0.0.1:1/2","codec":"MP3",\
                "bitrate":128,"stationuuid":"\(id)","language":"de","country":"FR","tags":["jazz"],"votes":20,\
                "clicks":0}],"server":"\(server.url)","kept":null}

                """)
        // The output of `find --json` can be used as a station list.
        let path = directory.path + "/found.json"
        try TextFile.write(json.output, to: path)
        let list = try LongwaveBinary.run(["list", "--json", "--library", path], environment: environment)
        #expect(list.output.contains(id), "\(list)")
        #expect(try run(["find", "station 2", "--format", "csv"]).output.hasPrefix("number,name,stationuuid,"))
        #expect(try run(["find", "station 2", "--quiet"]).output.isEmpty)
    }

    @Test func withoutTheDirectory() throws {
        let new = try run(["find", "--country", "de"])
        server.fault = .unavailable
        let old = try run(["find", "--country", "de"])
        #expect(old.code == 0 && old.output == new.output)
        #expect(old.errors.contains("status 503") && old.errors.contains("Showing the directory's answer from 20"))
        #expect(try run(["find", "--country", "de", "--json"]).output.contains(#""kept":"20"#))
        #expect(try run(["find", "--country", "at"]).code == 69)
        server.stop()
        #expect(try run(["find", "--country", "at"]).code == 69)
        #expect(try run(["find", "--country", "de"]).output == new.output)
    }

    /// The environment variable `LONGWAVE_DIRECTORY` either forbids requests to the directory or names another server.
    @Test func theVariable() throws {
        defer { server.stop() }
        let none = try run(["find"], directory: false)
        #expect(none.code == 64 && none.errors.contains("LONGWAVE_DIRECTORY"), "\(none)")
        let named = environment.merging(["LONGWAVE_DIRECTORY": server.url + "/"]) { $1 }
        #expect(try names(LongwaveBinary.run(["find", "--limit", "2"], environment: named)).count == 2)
    }

    @Test func addWhatWasFound() throws {
        defer { server.stop() }
        #expect(try run(["add", "1"]).code == 65)
        #expect(try run(["find", "station"]).code == 0)
        let dry = try run(["add", "1", "--dry-run"])
        #expect(dry.output.hasPrefix("new: Station 3\n") && dry.output.hasSuffix("; nothing was changed\n"), "\(dry)")
        #expect(access(directory.path + "/data/longwave/added.json", F_OK) != 0)
        #expect(try run(["add", "3", "1"]).code == 0)
        #expect(try added() == ["Station 1", "Station 3"])
        // `add` of a known station changes nothing while the directory has the same data for it.
        #expect(try run(["add", RadioBrowserServer.id(3)]).output.hasSuffix("0 new, 0 changed, 1 unchanged\n"))
        server.entries[2].url = "http://127.0.0.1:1/new"
        let changed = try run(["add", RadioBrowserServer.id(3)])
        #expect(changed.output.hasPrefix("changed: Station 3: address"), "\(changed)")
        let far = try run(["add", "4"])
        #expect(far.code == 65 && far.errors.contains("Number 4 not found"), "\(far)")
    }

    @Test func addByIDAndWords() throws {
        defer { server.stop() }
        #expect(try run(["add", RadioBrowserServer.id(2), "--name", "Mine"]).code == 0)
        #expect(try added() == ["Mine"])
        #expect(try run(["add", RadioBrowserServer.id(9)]).code == 65)
        let several = try run(["add", "station", "--sort", "name"])
        #expect(several.code == 65 && several.output.contains("3   Station 3"), "\(several)")
        #expect(several.errors.contains("add NUMBER"))
        #expect(try run(["add", "3"]).code == 0)
        #expect(try run(["add", "rock"]).code == 0)
        #expect(try added() == ["Mine", "Station 3", "Rock Radio"])
        // The directory is unavailable, but `add` still knows the stations that the last `find` printed.
        server.fault = .unavailable
        let known = try run(["add", RadioBrowserServer.id(1)])
        #expect(known.code == 0 && known.errors.contains("from the last search"), "\(known)")
        #expect(try run(["add", RadioBrowserServer.id(4)]).code == 69)
    }

    /// `play 2` plays the station with the number 2 in the output of the last `find`. This holds until `list` prints
    /// numbers of its own, and only if the command names no list.
    @Test func numbersOfFindPlay() throws {
        let station = try IcyServer(.mp3)
        defer {
            station.stop()
            server.stop()
        }
        let list = directory.path + "/stations.json"
        try TextFile.write(
            #"{"station":[{"name":"Mine","streamURL":"\#(station.url)"},{"name":"2","streamURL":"\#(station.url)"}]}"#,
            to: list)
        for index in server.entries.indices { server.entries[index].url = station.url }
        func played(_ number: String, _ more: [String] = []) throws -> Substring? {
            var environment = environment
            if more.isEmpty { environment["LONGWAVE_LIBRARY"] = list }
            let run = try LongwaveBinary.run(
                ["play", number, "--for", "0.3", "--output", "null", "--no-directory"] + more, environment: environment)
            return run.lines.first { $0.hasPrefix("playing: ") }?.dropFirst(9)
        }
        #expect(try run(["find", "station"]).code == 0)
        #expect(try played("1") == "Station 3")
        #expect(try played("3") == "Station 1")
        // "2" as a station's full name, or a list that the command names, takes precedence over the number 2 of `find`.
        #expect(try played("2") == "2")
        #expect(try played("1", ["--library", list]) == "Mine")
        #expect(try LongwaveBinary.run(["list", "--library", list], environment: environment).code == 0)
        #expect(try played("1") == "Mine")
        #expect(try run(["find", "station"]).code == 0)
        #expect(try played("1") == "Station 3")
    }

    @Test func removeWhatWasAdded() throws {
        defer { server.stop() }
        let nothing = try run(["remove", "x"], directory: false)
        #expect(nothing.code == 65 && nothing.errors.contains("Nothing to remove"), "\(nothing)")
        let url = "http://127.0.0.1:1/live?a=1&b=2"
        #expect(try run(["add", url, "--name", "Tom's Kitchen"]).code == 0)
        #expect(try run(["add", RadioBrowserServer.id(2)]).code == 0)
        #expect(try run(["mark", "kitchen", "--favourite"], directory: false).code == 0)
        let dry = try run(["remove", "kitchen", "--dry-run"], directory: false)
        #expect(dry.output.hasPrefix("would be removed: Tom's Kitchen") && dry.errors.isEmpty)
        let all = try added()
        #expect(all.count == 2)
        // `remove` names two stations, and the second cannot be removed. Neither is removed.
        let wrong = try run(["remove", "kitchen", "nobody"], directory: false)
        #expect(wrong.code == 65 && wrong.errors.contains("Only stations of "), "\(wrong)")
        #expect(try added() == all)
        let removed = try run(["remove", "kitchen"], directory: false)
        #expect(
            removed.output
                == "removed: Tom's Kitchen; to add it again: longwave add '\(url)' --name 'Tom'\\''s Kitchen'\n")
        #expect(try added() == ["Station 2"])
        // `remove` prints a command that adds the station again. A shell runs this command. The station returns with
        // the listener's own marks.
        let command = removed.output.split(separator: "again: ")[1].dropLast().replacing(
            "longwave", with: "'\(LongwaveBinary.path)'")
        let settings = LongwaveBinary.environment(environment).map { "'\($0.key)=\($0.value)'" }
        let script = "env -i \(settings.joined(separator: " ")) \(command)"
        let shell = try ChildProcess("sh", ["-c", script], output: .piped)
        #expect(shell.readAll().hasPrefix("new: Tom's Kitchen\n"))
        #expect(try added() == ["Station 2", "Tom's Kitchen"])
        let list = try LongwaveBinary.run(["list", "--favourites"], environment: environment)
        #expect(names(list) == ["Tom's Kitchen"])
        let other = try run(["remove", "station"], directory: false)
        #expect(other.output.contains("longwave add '\(RadioBrowserServer.id(2))'\n"), "\(other)")
    }

    @Test func addAStationOfOnesOwn() throws {
        defer { server.stop() }
        let url = "http://127.0.0.1:1/live"
        #expect(
            try run([
                "add", url, "--name", "Kitchen", "--tag", "a,b", "--country", "at", "--homepage", "http://127.0.0.1/",
            ]).output.hasPrefix("new: Kitchen\n"))
        #expect(try run(["add", "https://127.0.0.1:1/other"]).output.hasPrefix("new: 127.0.0.1:1\n"))
        let own = directory.path + "/data/longwave/added.json"
        let json = try LongwaveBinary.run(["list", "--json", "--library", own], environment: environment).output
        #expect(json.contains(#""country":"AT","tags":["a","b"],"homepage":"http://127.0.0.1/""#), "\(json)")
        #expect(try run(["add", "http://"]).code == 65)
        #expect(try run(["add", url, "https://x/", "--name", "Two"]).code == 64)
        #expect(try run(["add"]).code == 64)
        let other = directory.path + "/own/list.json"
        #expect(try run(["add", url, "--to", other]).code == 0)
        #expect(access(other, F_OK) == 0)
        // None of these commands sent a request to the directory.
        #expect(server.requests.isEmpty)
    }
}
