import Glibc
import Longwave
import RadioStorage
import TestSupport
import Testing

/// The commands of the built program for the listener's library: queries, marks, play counts, playlists and queues.
@Suite struct LibraryCommandTests {
    private let directory: TemporaryDirectory
    /// The environment of a listener whose folders are inside the test's folder.
    private var environment: [String: String] {
        ["XDG_DATA_HOME": directory.path + "/data", "XDG_STATE_HOME": directory.path]
    }

    init() throws { directory = try TemporaryDirectory() }

    private func list(_ stations: [String]) throws -> String {
        let path = directory.path + "/stations.json"
        try TextFile.write("{\"station\":[" + stations.joined(separator: ",") + "]}", to: path)
        return path
    }

    private static let three = [
        #"{"name":"Nord","streamURL":"http://127.0.0.1:1/n","id":"nord","country":"DE","tags":["jazz"],"language":"german"}"#,
        #"{"name":"Süd","streamURL":"http://127.0.0.1:1/s","country":"FR","tags":["jazz","soul"]}"#,
        #"{"name":"Ost","streamURL":"http://127.0.0.1:1/o","id":"ost","country":"DE"}"#,
    ]

    private func run(_ arguments: [String], _ library: String) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(arguments + ["--library", library], environment: environment)
    }

    private func names(_ run: LongwaveBinary.Run, column: Int = 1) -> [String] {
        run.lines.dropFirst().map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[column]) }
    }

    /// Of two lists at the usual places, a problem is reported with the name of the list that has it.
    @Test func theListWithAProblem() throws {
        let environment = [
            "HOME": directory.path, "XDG_DATA_HOME": directory.path + "/data",
            "XDG_CONFIG_HOME": directory.path + "/config",
        ]
        try directory.write("data/longwave/added.json", "{\"station\":[\(Self.three[0])]}")
        let own = try directory.write("config/longwave/stations.json", "{\"station\":[\(Self.three[1]),{\"name\":7}]}")
        let run = try LongwaveBinary.run(["list", "--format", "tsv"], environment: environment)
        #expect(run.code == 0 && names(run) == ["Nord", "Süd"], "\(run)")
        #expect(run.errors.contains("\(own): station 2: ") && !run.errors.contains("added.json"), "\(run.errors)")
        try TextFile.write("{", to: own)
        let broken = try LongwaveBinary.run(["list", "--format", "tsv"], environment: environment)
        #expect(broken.errors.contains(own) && !broken.errors.contains("added.json"), "\(broken.errors)")
    }

    @Test func queries() throws {
        let library = try list(Self.three)
        #expect(try names(run(["list", "--country", "de"], library)) == ["Nord", "Ost"])
        #expect(try names(run(["list", "--tag", "soul,folk"], library)) == ["Süd"])
        #expect(try names(run(["list", "--language", "German"], library)) == ["Nord"])
        #expect(try names(run(["list", "--sort", "-name"], library)) == ["Süd", "Ost", "Nord"])
        #expect(try names(run(["list", "--query", "tag=jazz limit=1"], library)) == ["Nord"])
        #expect(try names(run(["list", "jzaz"], library)) == ["Nord", "Süd"])
        #expect(try run(["list", "--favourites"], library).code == 65)
        #expect(try run(["list", "--query", "mood=good"], library).code == 64)
        #expect(try run(["list", "--sort", "mood"], library).code == 64)
        #expect(try run(["list", "--group-by", "mood"], library).code == 64)
    }

    @Test func groups() throws {
        let library = try list(Self.three)
        let table = try run(["list", "--group-by", "country", "--format", "table"], library)
        #expect(
            table.output == """
                DE (2 stations)
                NO  NAME  ID    COUNTRY  CODEC  TAGS
                1   Nord  nord  DE              jazz
                3   Ost   ost   DE

                FR (1 station)
                NO  NAME  ID  COUNTRY  CODEC  TAGS
                2   Süd       FR              jazz, soul

                """)
        #expect(try names(run(["list", "--group-by", "tag"], library), column: 0) == ["jazz", "jazz", "soul", ""])
        let json = try run(["list", "--group-by", "tag", "--json"], library).output
        #expect(json.contains(#"{"title":"jazz","count":2,"representative":"nord","station":[{"name":"Nord""#))
        // `--limit 1` hides the second German station, but the group's count includes it.
        let short = try run(["list", "--group-by", "country", "--limit", "1", "--format", "table"], library).output
        #expect(short.hasPrefix("DE (2 stations)\n") && short.contains("FR (1 station)") && !short.contains("Ost"))
    }

    /// The output of `list --json` is a station list in which no detail of a station is missing.
    @Test func listAsJSONKeepsEverything() throws {
        let full =
            #"{"name":"Full","streamURL":"http://a.test/","urls":["http://b.test/"],"id":"full","imageURL":"http://i.test/","desc":"d","longDesc":"l","codec":"AAC","bitrate":64.5,"stationuuid":"u-u","language":"fr","country":"FR","tags":["a","b"],"charset":"koi8-r","homepage":"http://h.test/","headers":{"Referer":"http://r.test/"}}"#
        let output = try run(["list", "--json"], list([full])).output
        #expect(output.contains(full), "\(output)")
    }

    @Test func severalListsAndFolders() throws {
        let library = try list(Self.three)
        let folder = directory.path + "/lists"
        mkdir(folder, 0o755)
        try TextFile.write("#EXTM3U\n#EXTINF:-1,West\nhttp://127.0.0.1:1/w\n", to: folder + "/a.m3u")
        try TextFile.write("[playlist]\nFile1=http://127.0.0.1:1/m\nTitle1=Mitte\n", to: folder + "/b.pls")
        #expect(try names(run(["list", "--library", folder], library)) == ["West", "Mitte", "Nord", "Süd", "Ost"])
        #expect(
            try names(run(["list", "--library", folder, "--group-by", "source", "--limit", "1"], library), column: 2)
                == ["West", "Nord"])
        #expect(try run(["list", "--library", directory.path + "/none.m3u"], library).code == 66)
    }

    /// One of the listener's own lists is broken. An error names it, and the stations of the other lists are still
    /// used.
    @Test func aBrokenListOfTheListenersOwn() throws {
        let folder = directory.path + "/data/longwave"
        for path in [directory.path + "/data", folder] { mkdir(path, 0o755) }
        try TextFile.write("{\"station\":[" + Self.three.joined(separator: ",") + "]}", to: folder + "/stations.json")
        try TextFile.write("{\"station\":[", to: folder + "/added.json")
        let run = try LongwaveBinary.run(["list"], environment: environment)
        #expect(names(run) == ["Nord", "Süd", "Ost"])
        #expect(run.code == 0 && run.errors.contains("added.json"), "\(run.errors)")
    }

    /// The listener's marks (favourite, rating, gain) stay with a station when the station's list is edited.
    @Test func marksStay() throws {
        let before = try list(Self.three)
        let marked = try run(["mark", "nord", "süd", "--favourite", "--rating", "4"], before)
        #expect(marked.code == 0 && marked.output == "Nord: favourite, rating 4\nSüd: favourite, rating 4\n")
        #expect(try run(["mark", "ost", "--gain", "-3.5"], before).output == "Ost: gain -3.5 dB\n")
        #expect(try names(run(["list", "--favourites"], before)) == ["Nord", "Süd"])
        // In the edited list, "Nord" has another id, and "Süd" has another name and address.
        let after = try list([
            #"{"name":"Nord","streamURL":"http://127.0.0.1:1/n","id":"n1"}"#,
            #"{"name":"Süd FM","streamURL":"https://127.0.0.1:1/s"}"#,
            #"{"name":"New","streamURL":"http://127.0.0.1:1/new"}"#,
        ])
        #expect(try names(run(["list", "--favourites"], after)) == ["Nord", "Süd FM"])
        #expect(
            try run(["mark", "nord", "--no-favourite", "--rating", "0"], after).output
                == "Nord: not a favourite, no rating, no gain\n")
        #expect(try names(run(["list", "--query", "rating>3"], after)) == ["Süd FM"])
        let json = try run(["list", "süd", "--json"], after).output
        #expect(
            json.contains(#""favourite":true,"rating":4,"plays":0,"lastPlayed":null,"heard":0,"gain":null"#), "\(json)")
        #expect(try run(["mark", "nobody", "--favourite"], after).code == 65)
        for wrong in [["mark", "nord"], ["mark", "nord", "--rating", "6"], ["mark", "nord", "--gain", "99"]] {
            #expect(try run(wrong, after).code == 64)
        }
    }

    @Test func playlists() throws {
        let library = try list(Self.three)
        let always = ["favourites", "most-played", "recently-played", "never-played", "best-rated"]
        func names() throws -> [String] {
            self.names(try LongwaveBinary.run(["playlists"], environment: environment), column: 0)
        }
        func playlists(_ arguments: [String]) throws -> Int32 {
            try LongwaveBinary.run(["playlists"] + arguments, environment: environment).code
        }
        /// Runs a `playlists` command and returns the line in which it describes the change.
        func told(_ arguments: [String]) throws -> String {
            let run = try LongwaveBinary.run(["playlists"] + arguments, environment: environment)
            #expect(run.code == 0 && run.errors.isEmpty && run.lines.count == 1, "\(run)")
            return String(run.lines.first ?? "")
        }
        #expect(try names() == always)
        #expect(
            try run(["playlists", "add", "Morning", "süd", "nord"], library).output == "Morning: new, 2 stations\n")
        #expect(try run(["playlists", "add", "morning", "süd"], library).output == "Morning: 1 added, 3 stations\n")
        let shown = try run(["playlists", "show", "morning"], library)
        #expect(self.names(shown) == ["Süd", "Nord", "Süd"])
        // In the first column of `playlists show` are places in the playlist, not numbers of stations in the library.
        #expect(self.names(shown, column: 0) == ["1", "2", "3"])
        #expect(
            try told(["set", "German", "--query", "country=de sort=-name"])
                == "German: query country=de sort=-name")
        #expect(try self.names(run(["playlists", "show", "German"], library)) == ["Ost", "Nord"])
        #expect(try run(["playlists", "add", "German", "nord"], library).code == 64)
        #expect(
            try told(["set", "German", "--rename", "Deutsch", "--place", "1"]) == "Deutsch: was \"German\", place 1")
        #expect(try names() == ["Deutsch", "Morning"] + always)
        #expect(try told(["remove", "Morning", "1", "3"]) == "Morning: 2 removed, 1 station left")
        #expect(try self.names(run(["playlists", "show", "Morning"], library)) == ["Nord"])
        // The library no longer contains the playlist's station. The playlist shows it with the name and the address
        // that it stored.
        let other = try list([#"{"name":"West","streamURL":"http://127.0.0.1:1/w"}"#])
        let kept = try run(["playlists", "show", "Morning"], other)
        #expect(self.names(kept) == ["Nord"])
        #expect(kept.output.contains("http://127.0.0.1:1/n"))
        #expect(try self.names(run(["playlists", "show", "never-played"], other)) == ["West"])
        // Without a terminal, the program cannot ask for confirmation, so it does not delete the playlist.
        let asked = try LongwaveBinary.run(["playlists", "remove", "Morning"], environment: environment)
        #expect(asked.code == 64 && asked.errors.contains("\"Morning\" (1 station)") && asked.errors.contains("--yes"))
        #expect(try names() == ["Deutsch", "Morning"] + always)
        #expect(try told(["remove", "Morning", "--yes"]) == "Morning: deleted")
        #expect(try names() == ["Deutsch"] + always)
        for (arguments, code) in [
            (["remove", "nothing"], 65), (["show", "nothing"], 65), (["set", "x"], 64),
            (["set", "x", "--query", "a>b"], 64),
            (["remove", "Deutsch", "1"], 65), (["set", "x", "--rename", "y"], 65),
        ] as [([String], Int32)] {
            #expect(try playlists(arguments) == code, "\(arguments)")
        }
        #expect(try run(["play", "--playlist", "favourites"], library).code == 65)
        #expect(try run(["play", "--playlist", "nothing"], library).code == 65)
    }

    /// On a terminal, the program asks for confirmation before it deletes a playlist.
    @Test(arguments: [("y\n", 0, "Morning: deleted"), ("\n", 1, "nothing was deleted")]) func deletingAPlaylistIsAsked(
        _ answer: String, _ code: Int32, _ words: String
    ) throws {
        #expect(try run(["playlists", "add", "Morning", "nord"], list(Self.three)).code == 0)
        let program = try TerminalProcess(["playlists", "remove", "morning"], environment: environment)
        #expect(program.read { $0.contains("Delete the playlist \"Morning\" (1 station)? [y/N]") })
        program.press(answer)
        #expect(program.wait() == code)
        #expect(program.screen.contains(words))
    }

    /// `play --for` with a station's name ends after the given time. With a query, the next station plays after the
    /// given time.
    @Test func aNamedStationEndsAfterItsTime() throws {
        let stations = try (0..<2).map { _ in try IcyServer(.mp3) }
        defer { stations.forEach { $0.stop() } }
        let library = try list(
            stations.enumerated().map { #"{"name":"S\#($0)","streamURL":"\#($1.url)","id":"s\#($0)"}"# })
        func heard(_ arguments: [String]) throws -> [Substring] {
            let run = try run(["play", "--for", "1", "--output", "null"] + arguments, library)
            #expect(run.code == 0, "\(run.errors)")
            return run.lines.filter { $0.hasPrefix("playing: ") }
        }
        #expect(try heard(["s0"]) == ["playing: S0"])
        // `play` without a station's name plays the station that was heard last.
        #expect(try heard([]) == ["playing: S0"])
        #expect(try heard(["--query", "name^s"]) == ["playing: S0", "playing: S1"])
    }

    /// On the command line, a station's name of several words needs no quotes.
    @Test func severalWordsAreOneName() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let library = try list([#"{"name":"Radio Swiss Jazz","streamURL":"\#(station.url)","id":"rsj"}"#] + Self.three)
        let played = try run(["play", "swiss", "jazz", "--for", "1", "--output", "null"], library)
        #expect(played.code == 0 && played.lines.contains("playing: Radio Swiss Jazz"), "\(played)")
    }

    /// Kills `longwave mark` at a random moment while another program writes to the same database. Old data stays, and
    /// each station's new data is written completely or not at all. The environment variable `LONGWAVE_KILLS` sets the
    /// number of kills (default 40).
    @Test func aKillLosesNothing() throws {
        let library = try list(Self.three)
        let path = directory.path + "/data/longwave/library.sqlite"
        var random = SeededGenerator(seed: 40)
        var kept = 1
        #expect(try run(["mark", "nord", "ost", "--rating", "1"], library).code == 0)
        let rounds = getenv("LONGWAVE_KILLS").flatMap { Int(String(cString: $0)) } ?? 40
        for round in 0..<rounds {
            let rating = 1 + round % 5
            let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
            func mark(_ arguments: [String]) throws -> ChildProcess {
                try ChildProcess(
                    "env", ["-i"] + settings + [LongwaveBinary.path, "mark"] + arguments + ["--library", library])
            }
            let victim = try mark(["nord", "ost", "--rating", "\(rating)"])
            let other = try mark(["süd", "--gain", "\(rating)"])
            usleep(UInt32.random(in: 0..<150_000, using: &random))
            kill(victim.pid, SIGKILL)
            let code = victim.wait()
            #expect(other.wait() == 0)
            let records = try ListenerStore(path: path).records()
            let ratings = records.filter { ["nord", "ost"].contains($0.id) }.map(\.properties.rating)
            // `mark` writes each station's data in its own transaction, so a killed program may leave out whole
            // stations.
            #expect(ratings.count == 2 && ratings.allSatisfy { $0 == kept || $0 == rating }, "\(ratings)")
            if code == 0 { #expect(ratings == [rating, rating]) }
            #expect(records.contains { $0.properties.gain == Double(rating) })
            try ListenerStore(path: path).replace(
                records.map { record in
                    var record = record
                    if record.properties.rating != nil { record.properties.rating = rating }
                    return record
                })
            kept = rating
        }
    }

    /// The listener's database cannot be used. The program reports this once, with the file's name and what to do. The
    /// commands still work. When a station plays, a damaged database is renamed.
    @Test(arguments: ["no database", "a folder", "a newer format"])
    func aListenersFileThatCannotBeUsed(_ kind: String) throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let library = try list([#"{"name":"One","streamURL":"\#(station.url)","tags":["x"]}"#])
        let path = directory.path + "/data/longwave/library.sqlite"
        try #require(run(["mark", "one", "--favourite"], library).code == 0)
        let isDamaged = kind == "no database"
        switch kind {
        case "no database": break
        case "a newer format":
            _ = try SqliteConnection(path: path).run("PRAGMA user_version=99")
        case _:
            unlink(path)
            mkdir(path, 0o755)
        }
        let commands = [
            ["list"], ["play", "one", "--for", "1", "--output", "null"],
            ["play", "--query", "tag=x", "--for", "1", "--output", "null"],
        ]
        for command in commands {
            if isDamaged { try TextFile.write(String(repeating: "no database ", count: 1000), to: path) }
            let run = try run(command, library)
            #expect(run.code == 0)
            #expect(run.lines.contains { $0.contains("One") })
            var said = run.errors.split(separator: "\n").filter { $0.contains(path) }
            if isDamaged, command[0] == "play" {
                #expect(said.last?.contains("was damaged and was moved to \(path).damaged-") == true)
                said.removeLast()
                // Only a query needs the listener's properties before the station plays.
                if command[1] != "--query" {
                    #expect(said.isEmpty)
                    continue
                }
            }
            #expect(said.count == 1, "\(command): \(run.errors)")
            let advice = [
                "a folder": "Make the file readable", "no database": "The next station that plays begins a new",
            ]
            #expect(said.first?.contains(advice[kind] ?? "move the file aside") == true)
        }
    }

    /// Another program locks the library database or the title database. The player still writes to the other one and
    /// ends.
    @Test func aListenersFileThatDoesNotAnswer() throws {
        let station = try IcyServer(.mp3, title: "Artist - Title")
        defer { station.stop() }
        let library = try list([#"{"name":"One","streamURL":"\#(station.url)"}"#])
        try #require(run(["mark", "one", "--rating", "3"], library).code == 0)
        let path = directory.path + "/data/longwave/library.sqlite"
        let holder = try SqliteConnection(path: path)
        try holder.run("BEGIN EXCLUSIVE")
        let played = try run(["play", "one", "--for", "1", "--output", "null"], library)
        #expect(played.code == 0)
        #expect(played.errors.contains("the disk does not answer"), "\(played.errors)")
        try holder.run("ROLLBACK")
        #expect(try LongwaveBinary.run(["songs"], environment: environment).output.contains("Artist"))
    }

    @Test func marksWithoutAPlace() throws {
        let library = try list(Self.three)
        let run = try LongwaveBinary.run(["mark", "nord", "--favourite", "--library", library])
        #expect(run.code == 73)
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    /// With `--for`, each station that a query names plays for this time, and dead stations are skipped. Only stations
    /// that were heard get their play count increased.
    @Test func aQueueGoesThroughTheDial() throws {
        let stations = try (0..<2).map { _ in try IcyServer(.mp3) }
        defer { stations.forEach { $0.stop() } }
        let dead = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { dead.stop() }
        let library = try list([
            #"{"name":"One","streamURL":"\#(stations[0].url)","id":"one","tags":["x"]}"#,
            #"{"name":"Dead","streamURL":"\#(dead.url("/radio"))","id":"dead","tags":["x"]}"#,
            #"{"name":"Other","streamURL":"http://127.0.0.1:1/other","id":"other"}"#,
            #"{"name":"Two","streamURL":"\#(stations[1].url)","id":"two","tags":["x"]}"#,
        ])
        let played = try run(["play", "--query", "tag=x", "--for", "1", "--output", "null", "--json"], library)
        #expect(played.code == 0, "\(played.errors)")
        let heard = played.lines.filter {
            $0.contains(#""event":"statusDidChange""#) && $0.contains(#""status":"playing""#)
        }
        #expect(heard.map { $0.contains(#""id":"one""#) } == [true, false])
        #expect(heard.last?.contains(#""id":"two""#) == true)
        // The dead second station was skipped, but it is still entry 1 (of 0 to 2) of the queue.
        for (line, index) in zip(heard, [0, 2]) {
            #expect(
                line.contains(#""queue":{"index":\#(index),"count":3,"repeat":"none","shuffled":false,"entry":"#),
                "\(line)")
        }
        #expect(played.errors.split(separator: "\n").count == 1)
        let counted = try run(["list", "--query", "plays>0", "--sort", "name"], library)
        #expect(names(counted) == ["One", "Two"])
        #expect(names(counted, column: 10) == ["1", "1"])
        #expect(names(counted, column: 12).allSatisfy { (1...5).contains(Int($0) ?? 0) }, "\(counted.output)")
        #expect(try run(["play", "--query", "tag=nothing"], library).code == 65)
        #expect(try run(["play", "one", "--query", "tag=x"], library).code == 64)
        #expect(try run(["play", "--query", "tag>x"], library).code == 64)
    }

    @Test func withoutHistoryNothingIsCounted() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let library = try list([#"{"name":"One","streamURL":"\#(station.url)","tags":["x"]}"#])
        let played = try run(
            ["play", "--query", "tag=x", "--for", "1", "--output", "null", "--no-history", "--quiet"], library)
        #expect(played.code == 0)
        #expect(access(directory.path + "/data/longwave/library.sqlite", F_OK) != 0)
    }
}
