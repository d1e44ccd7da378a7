import Glibc
import TestSupport
import Testing

/// The program reads the configuration file at its start and again after each change of the file.
@Suite struct ConfigurationTests {
    /// Returns the folders and the environment of a user with this configuration file.
    private static func user(_ configuration: String) throws -> (
        folder: TemporaryDirectory, environment: [String: String]
    ) {
        let folder = try TemporaryDirectory()
        try folder.write("longwave/config.toml", configuration)
        return (folder, ["XDG_CONFIG_HOME": folder.path, "HOME": folder.path])
    }

    private static func list(_ name: String) -> String { "#EXTM3U\n#EXTINF:-1,\(name)\nhttp://\(name).test/\n" }

    @Test func whereItIs() throws {
        let (folder, environment) = try Self.user("[sound]\nvolume = 40")
        let path = "\(folder.path)/longwave/config.toml"
        #expect(try LongwaveBinary.run(["config", "path"], environment: environment).output == path + "\n")
        let shown = try LongwaveBinary.run(["config"], environment: environment)
        #expect(shown.lines.contains { $0.hasPrefix("sound\tvolume\t40\tfile\t") })
        #expect(shown.lines.contains { $0.hasPrefix("play\tpolicy\t\"listener\"\tdefault\t") })
        #expect(shown.lines.contains { $0.hasPrefix("directory\tdirectory\t\"none\"\tLONGWAVE_DIRECTORY\t") })
        let json = try LongwaveBinary.run(["config", "show", "--json"], environment: environment)
        #expect(json.output.contains(#"{"section":"sound","key":"volume","value":"40","from":"file","meaning":"#))
        let checked = try LongwaveBinary.run(["config", "check"], environment: environment)
        #expect(checked.code == 0 && checked.output == "\(path) has no errors.\n")
    }

    @Test func whatIsWrong() throws {
        let (folder, environment) = try Self.user("[sound]\nvolume = \"\\u001b[31mloud\"\nvolum = 1\n")
        let path = "\(folder.path)/longwave/config.toml"
        for arguments in [["config", "check"], ["config", "show"], ["config", "check", path]] {
            let run = try LongwaveBinary.run(arguments, environment: environment)
            #expect(run.code == 78 && !run.errors.contains("\u{1B}"))
            #expect(run.errors.contains("\(path):2: \"volume\" must be a number from 0 to 100, not \""))
            #expect(run.errors.contains("\(path):3: unknown key \"volum\"; did you mean \"volume\"?"))
        }
        let missing = try LongwaveBinary.run(["config", "check", folder.path + "/none"], environment: environment)
        #expect(missing.code == 66)
        // The configuration file has an error. Other commands ignore the faulty setting and work.
        let list = try LongwaveBinary.run(
            ["list", "--library", folder.write("a.m3u", Self.list("a"))], environment: environment)
        #expect(list.code == 0)
        let devices = try LongwaveBinary.run(["songs"], environment: environment)
        #expect(devices.errors.contains(":2: ") && devices.errors.contains("is ignored"))
    }

    @Test func theExample() throws {
        let example = try LongwaveBinary.run(["config", "example"])
        let user = try Self.user(example.output)
        let run = try LongwaveBinary.run(["config", "check"], environment: user.environment)
        #expect(run.code == 0, "\(run.errors)")
    }

    /// A setting on the command line takes precedence over the environment, and the environment over the configuration
    /// file.
    @Test func whoGoesFirst() throws {
        let lists = try TemporaryDirectory()
        let paths = try ["option", "environment", "file"].map { try lists.write("\($0).m3u", Self.list($0)) }
        let user = try Self.user("[stations]\nlibrary = \"\(paths[2])\"")
        var environment = user.environment
        func listed(_ more: [String] = []) throws -> String {
            try LongwaveBinary.run(["list", "--format", "csv"] + more, environment: environment).output
        }
        #expect(try listed().contains("http://file.test/"))
        environment["LONGWAVE_LIBRARY"] = paths[1]
        #expect(try listed().contains("http://environment.test/"))
        #expect(try listed(["--library", paths[0]]).contains("http://option.test/"))
    }

    @Test func thePlayer() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        let (folder, environment) = try Self.user(
            """
            links = [{ name = "Mine", url = "https://mine.test/?q={title}" }]
            [sound]
            volume = 30
            [history]
            database = "~/titles.sqlite"
            """)
        func play(_ more: [String] = []) throws -> [Substring] {
            let arguments = ["play", "--json", "--output", "null", "--for", "1", station.url]
            return try LongwaveBinary.run(arguments + more, environment: environment).lines.filter {
                $0.contains(#""event":"nowPlayingDidChange""#) && $0.contains("Song")
            }
        }
        let lines = try play()
        #expect(lines.allSatisfy { $0.contains(#""links":[{"name":"Mine","url":"https://mine.test/?q=Song"}]"#) })
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(#""volume":0.3,"#) })
        #expect(try play(["--volume", "50"]).contains { $0.contains(#""volume":0.5,"#) })
        #expect(access(folder.path + "/titles.sqlite", F_OK) == 0)
        let songs = try LongwaveBinary.run(["songs", "--links", "--json"], environment: environment)
        #expect(songs.output.contains("https://mine.test/?q=Song") && !songs.output.contains("MusicBrainz"))
    }

    private static func links(_ name: String) -> String {
        "links = [{ name = \"\(name)\", url = \"https://\(name).test/\" }]\n"
    }

    /// Replaces the configuration file the way editors do: writes a new file and renames it.
    private static func replace(_ service: ServeTests.Service, _ text: String) throws {
        try TextFile.write(text, to: service.configuration + ".new")
        rename(service.configuration + ".new", service.configuration)
    }

    @Test func readAgain() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        let service = try ServeTests.Service(
            ["--output", "null"], configuration: Self.links("first"), output: .pipedWithErrors)
        let lines = LineReader(service.child)
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""status":"playing""#, "https://first.test/"))
        func shows(_ host: String) -> Bool {
            ServeTests.waits { (try? service.ctl("status", "--json").output.contains("https://\(host)/")) == true }
        }
        try Self.replace(service, Self.links("second"))
        #expect(lines.first { $0.hasSuffix("config.toml was read again") } != nil)
        #expect(shows("second.test"))
        // A configuration file with an error changes nothing in the running program, which reports the line of the
        // error.
        try Self.replace(service, Self.links("third") + "[sound]\nvolume = \"loud\"\n")
        let refused =
            #"config.toml:3: "volume" must be a number from 0 to 100, not "loud"; the settings do not change"#
        #expect(lines.first { $0.hasSuffix(refused) } != nil)
        #expect(shows("second.test"))
        // SIGHUP makes the program read the configuration file again, which still has the error. The program reports it
        // again and continues.
        service.child.send(SIGHUP)
        #expect(lines.first { $0.hasSuffix(refused) } != nil)
        // The new configuration file has no errors and contains exactly the settings in use. The program still reports
        // that the errors are gone.
        try Self.replace(service, Self.links("second"))
        service.child.send(SIGHUP)
        #expect(lines.first { $0.hasSuffix("config.toml has no errors now") } != nil)
        service.child.send(SIGHUP)
        #expect(lines.first { $0.hasSuffix("config.toml was read again") } != nil)
        try Self.replace(service, Self.links("fourth") + "[history]\nhistory = false\n")
        #expect(
            lines.first { $0.hasSuffix("config.toml was read again; \"history\" will change at the next start") } != nil
        )
        #expect(shows("fourth.test"))
        #expect(service.says(#""status":"playing""#))
        unlink(service.configuration)
        #expect(shows("musicbrainz.org"))
    }

    /// An option on the command line keeps its value when the configuration file changes.
    @Test func optionsStay() throws {
        let service = try ServeTests.Service(
            ["--output", "null", "--volume", "20"], configuration: "", output: .pipedWithErrors)
        let lines = LineReader(service.child)
        try Self.replace(service, "[sound]\nvolume = 90\ndevice = \"nowhere\"\n")
        #expect(lines.first { $0.hasSuffix("config.toml was read again") } != nil)
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""status":"playing""#, #""volume":0.2"#, #""device":"null""#))
    }

    /// SIGHUP ends a private player instead of making it read the configuration file.
    @Test func aPrivatePlayerEnds() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let user = try Self.user("[[hooks]]\nevent = \"didFail\"\ncommand = [\"true\"]\n")
        let settings = LongwaveBinary.environment(user.environment).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env", ["-i"] + settings + [LongwaveBinary.path, "play", "--output", "null", station.url], output: .piped)
        let lines = LineReader(child)
        #expect(lines.first { $0.hasPrefix("playing") } != nil)
        child.send(SIGHUP)
        #expect(child.wait() == 0)
    }
}
